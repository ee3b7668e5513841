import { isDeepStrictEqual } from 'node:util'
import { applyChanges, type Parts, toChanges } from './changes.server.ts'
import type { CollectionName, Content, ContentName, Entry } from './content-record.ts'
import { getSource } from './content-record.ts'
import type { ContentNow } from './content-now.server.ts'
import type { Leaf } from './content-schema.ts'
import { mapFields } from './map-fields.ts'
import { mark, markMarkdown } from './marks.ts'
import { leaveOutUnfinished } from './unfinished-items.ts'

/**
 * All texts as they are, and of one record what its draft holds, each text marked with its field. A text of the draft
 * that can't be published as it is shows as it is published, and an item that lacks a text isn't shown.
 */
export function withDraft(content: ContentNow, name: ContentName, draft: Parts): ContentNow {
  const { fields } = getSource(name).schema
  const published = content.template(name)
  const [finished, lists] = leaveOutUnfinished(fields, draft)
  const value = applyChanges(fields, published, toChanges(fields, published, finished))
  /** Where it stands in the draft, whose list may have more items. */
  function toPlace(path: string) {
    for (const [list, { items, places }] of lists) {
      const [index = '', ...rest] = path.startsWith(`${list}.`) ? path.slice(list.length + 1).split('.') : []
      if (index !== '' && isDeepStrictEqual(readAt(value, list), items))
        return [list, places[Number(index)], ...rest].join('.')
    }
    return path
  }
  const marked = mapFields(fields, value, (field, part, path) => markField(field, part, toPlace(path)))
  return {
    ...content,
    template: ((other: ContentName) => (other === name ? value : content.template(other))) as ContentNow['template'],
    read: (other, clinic) =>
      other === name ? (content.present(name, marked, clinic) as Content<typeof other>) : content.read(other, clinic),
    list<Name extends CollectionName>(collection: Name) {
      const entries = content.list(collection)
      const id = name.startsWith(`${collection}/`) ? name.slice(collection.length + 1) : undefined
      if (id === undefined) return entries
      const entry = content.present(name, { id, ...marked }) as Entry<Name>
      // One that was never published comes last.
      return entries.some((other) => other.id === id)
        ? entries.map((other) => (other.id === id ? entry : other))
        : [...entries, entry]
    },
  }
}

const readAt = (value: unknown, path: string) =>
  path.split('.').reduce<unknown>((parts, name) => (parts as Parts)[name], value)

function markField(field: Leaf, part: unknown, path: string) {
  // Pages leave out what is empty.
  if (typeof part !== 'string' || (part === '' && 'optional' in field)) return part
  if (field.kind === 'markdown') return markMarkdown(path, part)
  return (field.kind === 'line' || field.kind === 'text') && !field.key ? mark(path, part) : part
}
