import ical, { type ICalEventData, ICalEventStatus } from 'ical-generator'
import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { type Block, findBlocks } from './blocks.server.ts'
import type { Interval } from './busy.ts'
import { appointmentUid, changedAt, productId, withLastBreak } from './calendar-format.ts'

/** Signed addresses of the clinic's own calendar feed. */
export const feedPurpose = 'calendar feed'
export const feedPath = (token: string) => `/calendar/${token}`

/** What is signed; an address from before the last renewal shows nothing. */
export async function feedLinkPayload({ db }: Pick<Database, 'db'>) {
  const { version } = await db.selectFrom('calendarFeed').select('version').executeTakeFirstOrThrow()
  return `v${version}`
}

export async function renewFeed(
  { database, vault }: { database: Pick<Database, 'transaction'>; vault: Vault },
  actor: Actor,
) {
  await database.transaction(async (tx) => {
    await tx
      .updateTable('calendarFeed')
      .set({ version: sql<number>`version + 1` })
      .execute()
    await recordAct({ tx, vault }, actor, { act: 'calendar.renewed' })
  })
}

/**
 * In a database that comes from a backup: the feed's address was perhaps renewed since, so not the next version but one
 * that never was takes its place.
 */
export const renewFeedAfterRestore = (tx: Tx, now: number) =>
  tx.updateTable('calendarFeed').set({ version: now }).execute()

const dayMs = 86_400_000

type Feed = {
  name: string
  /** 'Visit: MT'. */
  titleOf: (name: string) => string
  keptTitle: string
  visitUrl: (id: string) => string
  now: number
}

/**
 * The coming visits and kept time for the clinic's own calendar program (RFC 5545): neither service nor health text, and
 * only initials, since such programs send everything to their maker. They take it whole, so what was canceled is left out.
 */
export async function clinicFeed({ db }: Pick<Database, 'db'>, feed: Feed) {
  const within = { from: feed.now - 30 * dayMs, until: feed.now + 400 * dayMs }
  const visits = await visitsFor(db, within)
  const blocks = await findBlocks(db, within)
  const events = [...visits.map((visit) => visitEvent(feed, visit)), ...blocks.map((block) => blockEvent(feed, block))]
  const parts: string[] = []
  for (let next = 0; next < events.length; next += atOnce) {
    parts.push(eventsOf(calendarWith(feed, events.slice(next, next + atOnce))))
    // Thousands of events at one go would keep everybody else waiting.
    await new Promise(setImmediate)
  }
  return withLastBreak(calendarWith(feed, []).replace(end, () => `${parts.join('')}${end}`))
}

const atOnce = 250
const end = 'END:VCALENDAR'

function calendarWith({ name }: Feed, events: ICalEventData[]) {
  return ical({ name, prodId: productId('calendar'), ttl: 15 * 60, events }).toString()
}

const eventsOf = (calendar: string) => calendar.slice(calendar.indexOf('BEGIN:VEVENT'), calendar.lastIndexOf(end))

type Visit = Awaited<ReturnType<typeof visitsFor>>[number]

const visitsFor = (db: Db, { from, until }: Interval) =>
  db
    .selectFrom('appointments')
    .select(['id', 'name', 'state', 'startsAt', 'endsAt', 'bookedAt', 'revision', 'uidDomain'])
    .where('startsAt', '>=', from)
    .where('startsAt', '<', until)
    .where('state', 'in', ['requested', 'confirmed', 'completed'])
    .orderBy('startsAt')
    .execute()

const visitEvent = ({ titleOf, visitUrl }: Feed, visit: Visit): ICalEventData => ({
  id: appointmentUid({ id: visit.id, uidDomain: visit.uidDomain ?? undefined }),
  sequence: visit.revision,
  stamp: changedAt({ bookedAt: visit.bookedAt, revision: visit.revision }),
  start: new Date(visit.startsAt),
  end: new Date(visit.endsAt),
  summary: titleOf(visit.name),
  url: visitUrl(visit.id),
  status: visit.state === 'requested' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
})

const blockEvent = ({ keptTitle }: Feed, block: Block): ICalEventData => ({
  id: `block-${block.id}`,
  // It is made and removed, never changed, so any time that stays will do.
  stamp: new Date(block.from),
  start: new Date(block.from),
  end: new Date(block.until),
  summary: keptTitle,
})
