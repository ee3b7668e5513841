import { type Fields, isUnedited, type Leaf } from './content-schema.ts'

type Parts = Readonly<Record<string, unknown>>
type Change = (field: Leaf, part: unknown, path: string) => unknown

/** The value with `change` made in each of its fields that are no groups or lists. */
export const mapFields = <Value>(fields: Fields, value: Value, change: Change) =>
  mapParts(fields, value as Parts, change, '') as Value

function mapParts(fields: Fields, value: Parts, change: Change, path: string): Parts {
  const mapped = Object.entries(fields).map(([name, field]): [string, unknown] => {
    const [part, at] = [value[name], path + name]
    if (field.kind === 'group') return [name, mapParts(field.fields, part as Parts, change, `${at}.`)]
    if (field.kind === 'list')
      return [name, (part as Parts[]).map((item, index) => mapParts(field.fields, item, change, `${at}.${index}.`))]
    return [name, isUnedited(field) ? part : change(field, part, at)]
  })
  return { ...value, ...Object.fromEntries(mapped) }
}
