import type { Db } from '#app/database/tables.ts'
import type { Block } from '#app/domain/booking/blocks/blocks.server.ts'
import type { Interval } from '#app/domain/booking/busy.ts'
import { isInScope, type Scope } from '#app/domain/shared/scope.ts'
import { listOnList, listWaiting } from './entries.server.ts'
import { listOpenOffers } from './offers.server.ts'

/** Who is asked at present, the first to end first; a practitioner sees what of hers is offered. */
export async function listAsked(db: Db, scope: Scope, now: number) {
  const offers = await listOpenOffers(db)
  const entries = new Map((await listOnList(db)).map((entry) => [entry.id, entry]))
  return offers
    .filter((offer) => offer.until > now && isInScope(scope, offer))
    .flatMap(({ id, entryId, until }) => {
      const entry = entries.get(entryId)
      return entry ? [{ id, entryId, name: entry.name, phone: entry.phone, until }] : []
    })
}

/** How many wait, and the first of them, with until when they have an offer; a practitioner sees who waits for her. */
export async function summarizeWaitlist(db: Db, scope: Scope, { most, now }: { most: number; now: number }) {
  const waiting = (await listWaiting(db)).filter((entry) => isInScope(scope, entry))
  const asked = await listAsked(db, scope, now)
  return {
    count: waiting.length,
    first: waiting.slice(0, most).map(({ id, name }) => {
      return { id, name, until: asked.find(({ entryId }) => entryId === id)?.until }
    }),
  }
}

/** What offers hold within an interval and for whom, as time that nobody can be given here. */
export async function findHeldTimes(db: Db, scope: Scope, { from, until }: Interval, now: number) {
  const offers = await listOpenOffers(db)
  const names = new Map((await listOnList(db)).map((entry) => [entry.id, entry.name]))
  return offers
    .filter((offer) => offer.until > now && offer.startsAt < until && offer.endsAt > from)
    .filter((offer) => isInScope(scope, offer))
    .map((offer): Block => {
      const resources = offer.room ? [offer.person, offer.room] : [offer.person]
      const { id, startsAt, endsAt, until: heldUntil } = offer
      return { id, from: startsAt, until: endsAt, note: names.get(offer.entryId), resources, heldUntil, isOwn: false }
    })
}
