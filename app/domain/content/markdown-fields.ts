import { parseMarkdown } from '#app/domain/markdown/parse.ts'
import { toText } from '#app/domain/markdown/to-text.ts'
import type { Fields, Place } from './content-schema.ts'
import { mapFields } from './map-fields.ts'

/** The value with each of its Markdown texts as it is read. */
export const withReadableTexts = <Value>(fields: Fields, value: Value) =>
  mapFields(fields, value, (field, part) => (field.kind === 'markdown' ? toReadableText(part as string) : part))

/** What people will read there, for checks of its words. */
export function textOf({ field, value }: Place) {
  if ('typed' in field) return ''
  return field.kind === 'markdown' ? toReadableText(value) : value
}

/** As it is read, without the signs of its formatting. */
const toReadableText = (text: string) => toText(parseMarkdown(text))
