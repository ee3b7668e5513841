import type { Fields, Leaf } from './content-schema.ts'

type Parts = Readonly<Record<string, unknown>>

/** The value with `change` made in each of its fields that are no groups or lists. */
export const mapFields = <Value>(fields: Fields, value: Value, change: (field: Leaf, part: unknown) => unknown) =>
  mapParts(fields, value as Parts, change) as Value

function mapParts(fields: Fields, value: Parts, change: (field: Leaf, part: unknown) => unknown): Parts {
  const mapped = Object.entries(fields).map(([name, field]): [string, unknown] => {
    const part = value[name]
    switch (field.kind) {
      case 'group':
        return [name, mapParts(field.fields, part as Parts, change)]
      case 'list':
        return [name, (part as Parts[]).map((item) => mapParts(field.fields, item, change))]
      case 'anchor':
      case 'ids':
      case 'flag':
        return [name, part]
      default:
        return [name, change(field, part)]
    }
  })
  return { ...value, ...Object.fromEntries(mapped) }
}
