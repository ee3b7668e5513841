/** What the people of the clinic may change of a record of content/, and how it is checked. Labels are the editor's. */
export type ContentSchema = { title: string; path: string; fields: Fields }

export type Fields = Readonly<Record<string, Field>>
export type Field = TextField | Choice | Anchor | Group | List

/** `line`: without line breaks. `address`: of this site, or https. `paragraphs`: a text for each, edited as one. */
export type TextField = {
  kind: 'line' | 'text' | 'address' | 'paragraphs'
  label: string
  hint?: string
  /** Characters. */
  max: number
  min?: number
  /** Names in braces that the page fills in, besides the clinic's facts. */
  also?: readonly string[]
  /** Why it can't be changed here. */
  locked?: string
}

export type Choice = { kind: 'choice'; label: string; hint?: string; options: Readonly<Record<string, string>> }
/** Where links lead; nobody edits it. */
export type Anchor = { kind: 'anchor' }

export type Group = { kind: 'group'; label: string; fields: Fields }
/** As many as content/ has; each is called by its `each`. */
export type List = { kind: 'list'; label: string; each: string; fields: Fields }

export type Leaf = TextField | Choice

/** The value that a schema describes. */
export type Values<Of extends Fields> = { [Name in keyof Of]: ValueOf<Of[Name]> }

type ValueOf<Of extends Field> = Of extends Group
  ? Values<Of['fields']>
  : Of extends List
    ? Values<Of['fields']>[]
    : Of extends Choice
      ? keyof Of['options'] & string
      : Of extends { kind: 'paragraphs' }
        ? string[]
        : string

/** A field with its place in the record: 'statement.text', 'teasers.items.0.heading'. */
export type Place = { path: string; field: Leaf; value: string }

/** Every text and choice of a record, in the order of its schema. */
export function listPlaces(fields: Fields, value: unknown, path = ''): Place[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const [at, inner] = [path + name, read(value, name)]
    if (field.kind === 'group') return listPlaces(field.fields, inner, `${at}.`)
    if (field.kind === 'list')
      return (Array.isArray(inner) ? inner : []).flatMap((item, index) =>
        listPlaces(field.fields, item, `${at}.${index}.`),
      )
    if (field.kind === 'anchor') return []
    return [{ path: at, field, value: toText(inner) }]
  })
}

/** As it stands in its field: paragraphs with a blank line between them. */
export const toText = (value: unknown) =>
  Array.isArray(value) ? value.join('\n\n') : typeof value === 'string' ? value : ''

const read = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
