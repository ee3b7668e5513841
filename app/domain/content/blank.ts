import { deliveredColors } from '#app/domain/theme/theme-colors.ts'
import type { Field, Fields } from './content-schema.ts'
import type { Parts } from './changes.server.ts'

/** A new item or record before anything is typed. */
export const toBlank = (fields: Fields): Parts =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toBlankValue(field)]))

function toBlankValue(field: Field): unknown {
  switch (field.kind) {
    case 'group':
      return toBlank(field.fields)
    case 'list':
      return Array.from({ length: field.least ?? 0 }, () => toBlank(field.fields))
    case 'ids':
    case 'choices':
      return []
    case 'choice':
    case 'picture':
      return Object.keys(field.options)[0] ?? ''
    case 'switch':
    case 'flag':
      return false
    case 'colors':
      return deliveredColors
    case 'number':
    case 'money':
    case 'percent':
      return field.blank ?? field.least
    default:
      return ''
  }
}
