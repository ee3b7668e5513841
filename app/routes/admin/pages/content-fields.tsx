import { createContext, type ReactNode } from 'react'
import {
  isUnedited,
  type Choices,
  type Field as ContentField,
  type Fields,
  type Leaf,
  type List,
  toText,
} from '#app/domain/content/content-schema.ts'
import { findTextPlaceholder } from '#app/domain/content/text-placeholders.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { SelectField } from '#app/ui/primitives/select-field.tsx'
import type { Insert } from '#app/ui/editor/editor.tsx'
import { FormattedField } from '#app/ui/editor/formatted-field.tsx'
import { fieldState } from '#app/ui/forms/field-state.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Checkbox } from '#app/ui/primitives/checkbox.tsx'
import { Field, FieldError } from '#app/ui/primitives/field.tsx'
import { CharacterCount } from './character-count.tsx'
import { ColorsField } from './colors-field.tsx'
import { ItemButtons } from './item-buttons.tsx'
import { PictureField } from './picture-field.tsx'
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
  if (isUnedited(field)) return null
  if (field.kind === 'list') return <ContentList field={field} items={value as Value[]} form={form} path={path} />
  if (field.kind === 'group') return <Set {...field} value={value as Value} form={form} path={`${path}.`} />
  return <ContentLeaf name={path} field={field} value={toText(field, value)} form={form} />
}

type ContentListProps = { field: List; items: Value[]; form: FormState; path: string }

/** Its buttons keep what was typed in the whole form. */
const ContentList = ({ field, items, form, path }: ContentListProps) => (
  <>
    {items.map((item, index) => (
      <Set
        key={index}
        label={`${field.each} ${index + 1}`}
        fields={field.fields}
        value={item}
        form={form}
        path={`${path}.${index}.`}
      >
        {field.most !== undefined && <ItemButtons {...{ field, path, index }} count={items.length} />}
      </Set>
    ))}
    {field.most !== undefined && items.length < field.most && (
      <p>
        <Button kind="line" small name="list" value={`add ${path}`}>
          {words.list.add(field.each)}
        </Button>
      </p>
    )}
  </>
)

type SetProps = ContentFieldsProps & { label: string; children?: ReactNode }

const Set = ({ label, children, ...inside }: SetProps) => (
  <fieldset className="content-set">
    <legend>{label}</legend>
    <ContentFields {...inside} />
    {children}
  </fieldset>
)

/** What a menu puts into texts with formatting. */
export const Inserts = createContext<Insert[]>([])

type ContentLeafProps = { name: string; field: Leaf; value: string; form: FormState }

function ContentLeaf({ name, field, value, form }: ContentLeafProps) {
  const { label } = field
  if (field.kind === 'switch')
    return <Switch label={label} name={name} checked={(form.values?.[name] ?? value) === 'on'} />
  if (field.kind === 'picture') return <PictureField {...{ name, field, value, form }} />
  if (field.kind === 'colors') return <ColorsField {...{ name, field, value, form }} />
  if (field.kind === 'choices') return <ChoicesField {...{ name, field, value, form }} />
  const placeholder = findTextPlaceholder(field, value)
  const hint = [field.hint, placeholder && words.unwritten(placeholder)].filter(Boolean).join(' ')
  const shared = { label, name, ...(hint && { hint }), ...fieldState(form, name, value) }
  if (field.kind === 'choice') return <SelectField {...shared} options={Object.entries(field.options)} />
  if ('least' in field) return <Field {...shared} inputMode="decimal" />
  if (field.kind === 'markdown')
    return (
      <Inserts.Consumer>
        {(inserts) => (
          <FormattedField
            {...shared}
            most={field.max}
            headings={field.headings ?? false}
            optional={field.optional ?? false}
            inserts={inserts}
          />
        )}
      </Inserts.Consumer>
    )
  if (field.locked) return <Locked id={name} label={label} value={value} why={field.locked} />
  return (
    <Field
      {...shared}
      optional={field.optional ?? false}
      aria-describedby={`${name}-count`}
      {...(field.kind === 'text' && {
        multiline: true,
        rows: 3,
      })}
    >
      <CharacterCount id={`${name}-count`} most={field.max} />
    </Field>
  )
}

type ChoicesFieldProps = { name: string; field: Choices; value: string; form: FormState }

/** The field after the boxes says that they were in the form, also if none is checked. */
function ChoicesField({ name, field: { label, hint, options = {} }, value, form }: ChoicesFieldProps) {
  const { values = {} } = form
  const { error, id = name, defaultValue = '' } = fieldState(form, name, value)
  // Typed boxes are fields of their own; other texts name all that are chosen.
  const isChosen = (option: string) => defaultValue.split(',').includes(option) || values[`${name}.${option}`] === 'on'
  return (
    <fieldset className="content-set content-choices" id={id} aria-describedby={error && `${name}-error`}>
      <legend>{label}</legend>
      {hint && <p className="hint">{hint}</p>}
      {Object.entries(options).map(([option, text]) => (
        <Checkbox key={option} label={text} name={`${name}.${option}`} defaultChecked={isChosen(option)} />
      ))}
      {error && <FieldError id={`${name}-error`} text={error} />}
      <input type="hidden" name={name} value="" />
    </fieldset>
  )
}

/** Browsers leave a box without its check out of the form; the field after it stands for it. */
const Switch = ({ label, name, checked }: { label: string; name: string; checked: boolean }) => (
  <>
    <Checkbox label={label} name={name} defaultChecked={checked} />
    <input type="hidden" name={name} value="" />
  </>
)

const Locked = ({ id, label, value, why }: { id: string; label: string; value: string; why: string }) => (
  <div className="field" id={id} tabIndex={-1}>
    <p>
      <b>{label}</b>: {value}
    </p>
    <p className="hint">{`${words.fixed} ${why}`}</p>
  </div>
)
