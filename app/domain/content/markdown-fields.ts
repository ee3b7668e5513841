import { parseMarkdown } from '#app/domain/markdown/parse.ts'
import { toText } from '#app/domain/markdown/to-text.ts'
import type { Fields, Place } from './content-schema.ts'

type Parts = Readonly<Record<string, unknown>>

/** The value with each of its Markdown texts replaced. */
export const mapMarkdown = <Value>(fields: Fields, value: Value, change: (text: string) => string) =>
  mapParts(fields, value as Parts, change) as Value

function mapParts(fields: Fields, value: Parts, change: (text: string) => string): Parts {
  const mapped = Object.entries(fields).map(([name, field]): [string, unknown] => {
    const part = value[name]
    if (field.kind === 'markdown') return [name, change(part as string)]
    if (field.kind === 'group') return [name, mapParts(field.fields, part as Parts, change)]
    if (field.kind === 'list') return [name, (part as Parts[]).map((item) => mapParts(field.fields, item, change))]
    return [name, part]
  })
  return { ...value, ...Object.fromEntries(mapped) }
}

/** What people will read there, for checks of its words. */
export const textOf = ({ field, value }: Place) => (field.kind === 'markdown' ? toReadableText(value) : value)

/** As it is read, without the signs of its formatting. */
export const toReadableText = (text: string) => toText(parseMarkdown(text))
