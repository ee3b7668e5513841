import { listServices, listServicesOnlyGivenBy } from '#app/domain/catalogue/services.ts'
import { countUpcoming } from '#app/domain/booking/upcoming-count.server.ts'
import type { CollectionName, ContentName, EntryName } from '#app/domain/content/content-record.ts'
import { isEntryName } from '#app/domain/content/content-record.ts'
import { setRemoved } from '#app/domain/content/entries.server.ts'
import { countOpenOrders } from '#app/domain/orders/open-orders.server.ts'
import { getActor } from '#app/http/admin.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import type { Typed } from '#app/http/parse-form.ts'
import { formError } from '#app/http/submit.server.ts'
import type { Services } from '#app/services.server.ts'
import { answer, showDone, showPage } from './answers.server.ts'
import { askedField } from './removal.tsx'
import { findUnbookable } from './unbookable.server.ts'
import { pagesWords } from './words.ts'

const words = pagesWords.removal

/** Whether a published entry was removed; undefined for what can't be. */
export function getRemoval({ content }: Pick<Services, 'content'>, name: ContentName) {
  if (!isEntryName(name) || !content.has(name)) return undefined
  return { isRemoved: content.template(name).archived === true }
}

/** Removes an entry of a collection, once the question about what is ahead of it was answered. */
export async function remove(context: RequestContext, name: ContentName, typed: Typed) {
  const services = context.get(servicesContext)
  await services.content.reload()
  const removal = getRemoval(services, name)
  if (!removal || !isEntryName(name)) return formError(400, pagesWords.unknownItem)
  if (removal.isRemoved) return showPage(name)
  const obstacle = findObstacle(services, name)
  if (obstacle) return formError(400, obstacle)
  const [collection, id] = name.split('/') as [CollectionName, string]
  const needed = ahead[collection]
  const count = (await needed?.count(services, id)) ?? 0
  const lost = needed?.lost?.(services, id) ?? []
  // Something was booked or ordered since it was asked.
  const asked = [count, ...lost].join()
  if (needed && (count > 0 || lost.length > 0) && typed[askedField] !== asked) {
    const texts = [count > 0 && needed.text(count), lost.length > 0 && words.lastOf(lost)]
    return answer({}, 409, {}, { removal: { text: texts.filter(Boolean).join(' '), asked, intent: 'remove' } })
  }
  return takeOff(context, name, typed)
}

export async function putBack(context: RequestContext, name: ContentName, typed: Typed) {
  const services = context.get(servicesContext)
  await services.content.reload()
  const removal = getRemoval(services, name)
  if (!removal || !isEntryName(name)) return formError(400, pagesWords.unknownItem)
  if (!removal.isRemoved) return showPage(name)
  const value = { ...services.content.template(name), archived: false }
  const asked = askPerson(services, name, { typed, value, intent: 'put-back' })
  return asked ?? change(context, name, { typed, isRemoved: false })
}

/** A person as this record has them may be the first one, who closes what they don't give. */
export function askPerson(
  { content }: Pick<Services, 'content'>,
  name: ContentName,
  { typed, value, intent }: { typed: Typed; value: object; intent: 'put-back' | 'restore' },
) {
  const unbookable = findUnbookable(content, name, value)
  if (!unbookable || typed[askedField] === unbookable.asked) return undefined
  return answer({}, 409, {}, { removal: { ...unbookable, intent, from: typed.from } })
}

type Ahead = {
  count: (services: Services, id: string) => Promise<number>
  text: (count: number) => string
  /** What can't be booked any more without it. */
  lost?: (services: Services, id: string) => string[]
}

/** What still needs an entry. */
const ahead: Partial<Record<CollectionName, Ahead>> = {
  services: {
    count: ({ database }, serviceId) => countUpcoming(database.db, { serviceId }, Date.now()),
    text: words.ahead.services,
  },
  products: { count: ({ database }, id) => countOpenOrders(database.db, id), text: words.ahead.products },
  rooms: {
    count: ({ database }, id) => countUpcoming(database.db, { room: `room:${id}` }, Date.now()),
    text: words.ahead.rooms,
  },
  team: {
    count: ({ database }, id) => countUpcoming(database.db, { person: `person:${id}` }, Date.now()),
    text: words.ahead.team,
    lost: ({ content, booking }, id) =>
      // Without anyone, all of them are given by somebody without a name.
      booking.practitioners.length === 1 ? [] : listServicesOnlyGivenBy(content, id).map(({ title }) => title),
  },
}

/** Why an entry has to stay. */
function findObstacle({ content }: Pick<Services, 'content'>, name: EntryName) {
  if (!name.startsWith('rooms/')) return undefined
  const id = name.slice('rooms/'.length)
  const isOpen = (room: string) => content.list('rooms').some((entry) => entry.id === room && !entry.archived)
  if (!content.list('rooms').some((entry) => entry.id !== id && !entry.archived)) return words.lastRoom
  const only = listServices(content).filter(({ id: service }) => {
    const { rooms } = content.template(`services/${service}`) as { rooms: readonly string[] }
    return rooms.includes(id) && !rooms.some((room) => room !== id && isOpen(room))
  })
  return only.length > 0 ? words.onlyRoomOf(only.map(({ title }) => title)) : undefined
}

/** Without a question. */
export async function takeOff(context: RequestContext, name: EntryName, typed: Typed) {
  const obstacle = findObstacle(context.get(servicesContext), name)
  return obstacle ? formError(400, obstacle) : change(context, name, { typed, isRemoved: true })
}

async function change(
  context: RequestContext,
  name: EntryName,
  { typed, isRemoved }: { typed: Typed; isRemoved: boolean },
) {
  const services = context.get(servicesContext)
  const { version = '' } = typed
  const over = /^\d{1,9}$/.test(version) ? Number(version) : -1
  const changed = await setRemoved(services, getActor(context), { name, isRemoved, over, now: Date.now() })
  if (!changed.ok) return formError(409, pagesWords.meanwhile)
  const undo = { intent: 'restore', from: over, version: changed.version }
  return showDone(context, typed, { name, toText: isRemoved ? words.done : words.back, undo })
}
