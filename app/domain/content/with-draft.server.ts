import { applyChanges, type Parts, toChanges } from './changes.server.ts'
import type { CollectionName, Content, ContentName, Entry } from './content-record.ts'
import { getSource } from './content-record.ts'
import type { ContentNow } from './content-now.server.ts'
import type { Leaf } from './content-schema.ts'
import { mapFields } from './map-fields.ts'
import { mark, markMarkdown } from './marks.ts'

/**
 * All texts as they are, and of one record what its draft holds, each text marked with its field. A text of the draft
 * that can't be published as it is shows as it is published.
 */
export function withDraft(content: ContentNow, name: ContentName, draft: Parts): ContentNow {
  const { fields } = getSource(name).schema
  const published = content.template(name)
  const value = applyChanges(fields, published, toChanges(fields, published, draft))
  const marked = mapFields(fields, value, markField)
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

function markField(field: Leaf, part: unknown, path: string) {
  // Pages leave out what is empty.
  if (typeof part !== 'string' || (part === '' && 'optional' in field)) return part
  if (field.kind === 'markdown') return markMarkdown(path, part)
  return (field.kind === 'line' || field.kind === 'text') && !field.key ? mark(path, part) : part
}
