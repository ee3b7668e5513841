import { applyChanges, type Parts, toChanges } from './changes.server.ts'
import type { CollectionName, ContentName, Entry } from './content-record.ts'
import { getSource } from './content-record.ts'
import type { ContentNow } from './content-now.server.ts'

/**
 * All texts as they are, and of one record what its draft holds. A text of the draft that can't be published as it is
 * shows as it is published.
 */
export function withDraft(content: ContentNow, name: ContentName, draft: Parts): ContentNow {
  const { fields } = getSource(name).schema
  const published = content.template(name)
  const value = applyChanges(fields, published, toChanges(fields, published, draft))
  const template = ((other: ContentName) =>
    other === name ? value : content.template(other)) as ContentNow['template']
  return {
    ...content,
    template,
    read: (other, clinic) => content.present(other, template(other), clinic),
    list<Name extends CollectionName>(collection: Name) {
      const entries = content.list(collection)
      const id = name.startsWith(`${collection}/`) ? name.slice(collection.length + 1) : undefined
      if (id === undefined) return entries
      const entry = content.present(name, { id, ...value }) as Entry<Name>
      // One that was never published comes last.
      return entries.some((other) => other.id === id)
        ? entries.map((other) => (other.id === id ? entry : other))
        : [...entries, entry]
    },
  }
}
