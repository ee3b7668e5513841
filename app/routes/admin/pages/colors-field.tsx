import { type ChangeEvent, type InputEvent, useState, useSyncExternalStore } from 'react'
import type { ColorsField as Described } from '#app/domain/content/content-schema.ts'
import { type Hex, parseHex } from '#app/domain/theme/color.ts'
import { mapColors, readColorLines } from '#app/domain/theme/color-lines.ts'
import { findColorProblems } from '#app/domain/theme/color-problems.ts'
import { colorNames } from '#app/domain/theme/theme-colors.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { fieldState } from '#app/ui/forms/field-state.ts'
import { Field } from '#app/ui/primitives/field.tsx'
import { pagesWords } from './words.ts'

const words = pagesWords.colors

type ColorsFieldProps = { name: string; field: Described; value: string; form: FormState }

/** A field for each color, with what can't be read beside it: while it is typed, and as it was saved. */
export function ColorsField({ name, field: { label, hint, colors }, value, form }: ColorsFieldProps) {
  const { values = {} } = form
  const { defaultValue = '', id = name } = fieldState(form, name, value)
  const [initial] = useState(() =>
    mapColors(readColorLines(defaultValue), (saved, color) => values[`${name}.${color}`] ?? saved),
  )
  const [typed, setTyped] = useState(initial)
  const problems = findColorProblems(typed)
  const isHydrated = useSyncExternalStore(neverChanges, yes, no)

  function read({ target }: InputEvent<HTMLElement>) {
    const input = target as HTMLInputElement
    const color = colorNames.find((color) => input.name === `${name}.${color}`)
    if (color) setTyped((before) => ({ ...before, [color]: input.value }))
  }

  return (
    <fieldset className="content-set colors-field" id={id} tabIndex={-1} onInput={read}>
      <legend>{label}</legend>
      {hint && <p className="hint">{hint}</p>}
      {colorNames.map((color) => (
        <Field
          key={color}
          label={colors[color]}
          name={`${name}.${color}`}
          defaultValue={initial[color]}
          maxLength={40}
          spellCheck={false}
          autoComplete="off"
          {...(problems[color] !== undefined && { error: problems[color] })}
        >
          {isHydrated && <Picker label={colors[color]} color={parseHex(typed[color])} />}
        </Field>
      ))}
    </fieldset>
  )
}

/** The browser's own way to choose a color, which writes into the field before it. Without a script it could not. */
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

const neverChanges = () => () => {}
const yes = () => true
const no = () => false
