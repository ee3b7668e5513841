import { type Field as ContentField, type Fields, type Leaf, toText } from '#app/domain/content/content-schema.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { SelectField } from '#app/ui/admin/select-field.tsx'
import { fieldState } from '#app/ui/forms/field-state.ts'
import { Field } from '#app/ui/primitives/field.tsx'
import { pagesWords as words } from './words.ts'

type Value = Readonly<Record<string, unknown>>
type ContentFieldsProps = { fields: Fields; value: Value; form: FormState; path?: string }

/** The record's parts: its own texts, then each group folded, unless something in it has to be corrected. */
export const ContentParts = ({ fields, value, form }: ContentFieldsProps) => (
  <div className="panel adm-parts content-parts">
    <ContentFields fields={own(fields)} value={value} form={form} />
    {Object.entries(fields).map(
      ([name, field]) =>
        field.kind === 'group' && (
          <details key={name} className="adm-row" open={hasError(form, name)}>
            <summary>
              <h2>{field.label}</h2>
            </summary>
            <div>
              <ContentFields fields={field.fields} value={value[name] as Value} form={form} path={`${name}.`} />
            </div>
          </details>
        ),
    )}
  </div>
)

const own = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => field.kind !== 'group'))

const hasError = ({ fieldErrors = {} }: FormState, name: string) =>
  Object.keys(fieldErrors).some((path) => path.startsWith(`${name}.`))

/** A field for each text and choice, in the groups of the schema. */
const ContentFields = ({ fields, value, form, path = '' }: ContentFieldsProps) =>
  Object.entries(fields).map(([name, field]) => (
    <Content key={name} field={field} value={value[name]} form={form} path={path + name} />
  ))

type ContentProps = { field: ContentField; value: unknown; form: FormState; path: string }

function Content({ field, value, form, path }: ContentProps) {
  if (field.kind === 'anchor') return null
  if (field.kind === 'list')
    return (value as Value[]).map((item, index) => (
      <Set
        key={index}
        label={`${field.each} ${index + 1}`}
        fields={field.fields}
        value={item}
        form={form}
        path={`${path}.${index}.`}
      />
    ))
  if (field.kind === 'group') return <Set {...field} value={value as Value} form={form} path={`${path}.`} />
  return <ContentLeaf name={path} field={field} value={toText(value)} form={form} />
}

const Set = ({ label, ...inside }: ContentFieldsProps & { label: string }) => (
  <fieldset className="content-set">
    <legend>{label}</legend>
    <ContentFields {...inside} />
  </fieldset>
)

type ContentLeafProps = { name: string; field: Leaf; value: string; form: FormState }

function ContentLeaf({ name, field, value, form }: ContentLeafProps) {
  const { label, hint } = field
  const shared = { label, name, hint, ...fieldState(form, name, value) }
  if (field.kind === 'choice') return <SelectField {...shared} options={Object.entries(field.options)} />
  if (field.locked) return <Locked label={label} value={value} why={field.locked} />
  return (
    <Field
      {...shared}
      {...((field.kind === 'text' || field.kind === 'paragraphs') && {
        multiline: true,
        rows: 3,
      })}
    />
  )
}

const Locked = ({ label, value, why }: { label: string; value: string; why: string }) => (
  <div className="field">
    <p>
      <b>{label}</b>: {value}
    </p>
    <p className="hint">{`${words.fixed} ${why}`}</p>
  </div>
)
