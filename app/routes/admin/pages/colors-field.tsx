import { type ChangeEvent, type InputEvent, useEffect, useState } from 'react'
import type { ColorsField as Described } from '#app/domain/content/content-schema.ts'
import { type Hex, parseHex } from '#app/domain/theme/hex.ts'
import { mapColors, readColorLines } from '#app/domain/theme/color-lines.ts'
import type { findColorProblems } from '#app/domain/theme/color-problems.ts'
import { colorNames } from '#app/domain/theme/theme-colors.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { fieldState } from '#app/ui/forms/field-state.ts'
import { Field, FieldError } from '#app/ui/primitives/field.tsx'
import { pagesWords } from './words.ts'

const words = pagesWords.colors

type ColorsFieldProps = { name: string; field: Described; value: string; form: FormState }

/**
 * A field for each color. What can't be read is said beside it as soon as it is typed, by the check of the server, which
 * other pages' editors don't load.
 */
export function ColorsField({ name, field: { label, hint, colors }, value, form }: ColorsFieldProps) {
  const { values = {} } = form
  const { defaultValue = '', error, id = name } = fieldState(form, name, value)
  const [initial] = useState(() =>
    mapColors(readColorLines(defaultValue), (saved, color) => values[`${name}.${color}`] ?? saved),
  )
  const [typed, setTyped] = useState(initial)
  const [check, setCheck] = useState<Check>()
  useEffect(() => {
    let isGone = false
    void import('#app/domain/theme/color-problems.ts').then(
      ({ findColorProblems }) => isGone || setCheck(() => findColorProblems),
      // Without a connection; the server says it then.
      () => undefined,
    )
    return () => void (isGone = true)
  }, [])
  const problems = check?.(typed)

  function read({ target }: InputEvent<HTMLElement>) {
    const input = target as HTMLInputElement
    const color = colorNames.find((color) => input.name === `${name}.${color}`)
    if (color) setTyped((before) => ({ ...before, [color]: input.value }))
  }

  return (
    <fieldset className="content-set colors-field" id={id} tabIndex={-1} onInput={read}>
      <legend>{label}</legend>
      {hint && <p className="hint">{hint}</p>}
      {error && <FieldError id={`${id}-error`} text={error} />}
      {colorNames.map((color) => {
        const { error: refused, ...state } = fieldState(form, `${name}.${color}`, initial[color])
        const problem = problems ? problems[color] : refused
        return (
          <Field
            key={color}
            label={colors[color]}
            name={`${name}.${color}`}
            maxLength={40}
            spellCheck={false}
            autoComplete="off"
            {...state}
            {...(problem !== undefined && { error: problem })}
          >
            {/* Without a script it could not write into the field. */}
            {check && <Picker label={colors[color]} color={parseHex(typed[color])} />}
          </Field>
        )
      })}
    </fieldset>
  )
}

type Check = typeof findColorProblems

/** The browser's own way to choose a color, which writes into the field before it. */
const Picker = ({ label, color }: { label: string; color: Hex | undefined }) => (
  <input
    type="color"
    aria-label={words.pick(label)}
    value={color ?? '#000000'}
    onChange={({ target }: ChangeEvent<HTMLInputElement>) => {
      const field = target.closest('.field')?.querySelector<HTMLInputElement>('[name]')
      if (!field) return
      field.value = target.value
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }}
  />
)
