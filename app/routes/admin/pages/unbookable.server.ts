import { listMadeUnbookable } from '#app/domain/catalogue/services.ts'
import type { ContentName, Entry, Lists } from '#app/domain/content/content-record.ts'
import type { ContentNow } from '#app/domain/content/content-now.server.ts'
import { pagesWords as words } from './words.ts'

type Person = Entry<'team'>

/** What nobody would give any more with a person as this record has them, which is said before it is published. */
export function findUnbookable(
  content: Lists & Pick<ContentNow, 'has' | 'template'>,
  name: ContentName,
  value: object,
) {
  if (!name.startsWith('team/')) return undefined
  const id = name.slice('team/'.length)
  const isRemoved = content.has(name) && content.template(name).archived === true
  // Of a person, only this says what can be booked.
  const person = { archived: isRemoved, ...value, id } as Person
  const next = [...content.list('team').filter((other) => other.id !== id), person]
  const lost = listMadeUnbookable(content, {
    list: ((collection) => (collection === 'team' ? next : content.list(collection))) as Lists['list'],
  })
  if (lost.length === 0) return undefined
  return { text: words.removal.lastOf(lost.map(({ title }) => title)), asked: lost.map((service) => service.id).join() }
}
