import { type NamedField, toDrawnName } from '#app/domain/forms/form.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { fieldState } from '#app/ui/forms/field-state.ts'
import { Field, FieldError } from '#app/ui/primitives/field.tsx'
import { formPage as words } from '#content/pages/form.ts'

type AnswerFieldProps = {
  field: NamedField
  form: FormState
  /** The browser may not offer a name: it is another person's. */
  isShared?: boolean
}

/** One question of a form, with what was typed. */
export function AnswerField({ field, form, isShared = false }: AnswerFieldProps) {
  const { kind, name, label, hint, required } = field
  const shared = { label, ...(hint && { hint }), optional: !required, ...fieldState(form, name) }
  switch (kind) {
    case 'choice':
      return <OneOf {...{ field, form }} options={field.options.map(({ text }) => [text, text])} />
    case 'yes-no':
      return (
        <OneOf
          {...{ field, form }}
          options={[
            ['yes', words.yes],
            ['no', words.no],
          ]}
        />
      )
    case 'choices':
      return <SomeOf {...{ field, form }} />
    case 'date':
      return <Field {...shared} name={name} type="date" min="1900-01-01" max="2199-12-31" />
    case 'text':
      return <Field {...shared} name={name} multiline rows={4} maxLength={4_000} />
    case 'signature':
      return <SignatureField {...{ field, form, isShared }} />
    default:
      return <Field {...shared} name={name} maxLength={300} autoComplete="off" />
  }
}

type GroupProps = AnswerFieldProps & { children: React.ReactNode; more?: string }

/** A question with several controls: its hint and error are read out with it. */
function Group({ field: { name, label, hint, required }, form, more, children }: GroupProps) {
  const { error, id = name } = fieldState(form, name)
  const said = [hint, more].filter(Boolean).join(' ')
  const describedBy = [said && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ') || undefined
  return (
    <fieldset className="answers" id={id} aria-describedby={describedBy} tabIndex={error ? -1 : undefined}>
      <legend>
        {label}
        {!required && <span> (optional)</span>}
      </legend>
      {said && (
        <p className="hint" id={`${name}-hint`}>
          {said}
        </p>
      )}
      {children}
      {error && <FieldError id={`${name}-error`} text={error} />}
    </fieldset>
  )
}

function OneOf({ field, form, options }: AnswerFieldProps & { options: [value: string, text: string][] }) {
  const { defaultValue } = fieldState(form, field.name)
  return (
    <Group {...{ field, form }}>
      {options.map(([value, text]) => (
        <label key={value}>
          <input
            type="radio"
            name={field.name}
            value={value}
            defaultChecked={defaultValue === value}
            required={field.required}
          />
          <span>{text}</span>
        </label>
      ))}
    </Group>
  )
}

const SomeOf = ({ field, form }: AnswerFieldProps) => (
  <Group {...{ field, form }} more={words.several}>
    {field.options.map(({ name, text }) => (
      <label key={name}>
        <input type="checkbox" name={name} value="on" defaultChecked={form.values?.[name] === 'on'} />
        <span>{text}</span>
      </label>
    ))}
  </Group>
)

/** A typed name; the page's script offers a drawing beside it. */
function SignatureField({ field: { name, label, hint }, form, isShared }: AnswerFieldProps) {
  return (
    <div className="sign-here" data-draw={words.signature.draw} data-clear={words.signature.clear}>
      <h2 className="h3">{label}</h2>
      <Field
        label={words.signature.name}
        name={name}
        {...(hint && { hint })}
        autoComplete={isShared ? 'off' : 'name'}
        maxLength={200}
        {...fieldState(form, name)}
      />
      <input type="hidden" name={toDrawnName(name)} value={form.values?.[toDrawnName(name)] ?? ''} />
      <script type="module" src="/draw-signature.js" />
    </div>
  )
}
