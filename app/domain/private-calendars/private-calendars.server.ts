import { randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { type Actor, recordAct, type ScopedActor } from '#app/domain/audit/audit.server.ts'
import type { BookingContent } from '#app/domain/booking/booking-content.ts'
import { releaseSlots } from '#app/domain/booking/holds.server.ts'
import { listPeople, toResourceNames } from '#app/domain/booking/service-needs.ts'
import type { PersonResource, Scope } from '#app/domain/shared/scope.ts'
import type { CalendarFailure, CalendarSource, Oddity } from '#app/integrations/calendars/calendar-work.ts'
import type { Purges } from '#app/page-cache/purges.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { isRowInScope } from '#app/domain/shared/scope.server.ts'
import { calendarRecord, sealCalendar } from './sealed-calendar.server.ts'

export type CalendarDeps = {
  database: Database
  vault: Vault
  queue: Queue
  booking: BookingContent
  pages: Pick<Purges, 'purge'>
}

/** 'sealed': its address does not open with the encryption key in use. */
export type ReadFailure = CalendarFailure | 'sealed'

/** Times are epoch milliseconds. Where it is stays sealed, but for the host. */
export type PrivateCalendar = {
  id: string
  person: PersonResource
  host: string
  addedAt: number
  checkedAt: number | undefined
  /** When it was last read. */
  readAt: number | undefined
  failure: ReadFailure | undefined
  /** Of the server that it leads to, which wants the password too. */
  otherServer: string | undefined
  oddities: Oddity[]
}

/** Held to add one, to choose within an account, and to record what was read: each builds on what the others wrote. */
export const calendarLock = 'private calendars'

/** Enough for anyone; more would only slow down the checks. */
export const mostCalendars = 5

export type Added = { ok: true; id: string } | { ok: false; reason: 'unknown-person' | 'too-many' }

/** Adds a calendar whose busy times are no longer offered with this person, and has it read at once. */
export const addCalendar = (
  { database, vault, queue, booking }: CalendarDeps,
  actor: Actor,
  { person, source, now }: { person: string; source: CalendarSource; now: number },
): Promise<Added> =>
  database.transaction(async (tx): Promise<Added> => {
    const known = listPeople(booking).find(({ resource }) => resource === person)
    if (!known) return { ok: false, reason: 'unknown-person' }
    await database.takeAdvisoryLock(tx, calendarLock)
    const own = await tx.selectFrom('privateCalendars').select('id').where('person', '=', known.resource).execute()
    if (own.length >= mostCalendars) return { ok: false, reason: 'too-many' }
    const id = randomUUID()
    const { host } = new URL(source.url)
    const sealed = await sealCalendar(vault, tx, id, { source })
    await tx
      .insertInto('privateCalendars')
      .values({ id, person: known.resource, host, source: sealed, addedAt: now })
      .execute()
    await enqueueCheck(queue, tx, id)
    const detail = toResourceNames(booking, [known.resource]).join()
    await recordAct({ tx, vault }, actor, { act: 'private-calendar.added', record: `private-calendar:${id}`, detail })
    return { ok: true, id }
  })

/** Its busy times are offered again. Removing it twice does nothing, nor does removing one out of scope. */
export const removeCalendar = ({ database, vault, booking, pages }: CalendarDeps, actor: ScopedActor, id: string) =>
  database.transaction(async (tx) => {
    const removed = await tx
      .deleteFrom('privateCalendars')
      .where('id', '=', id)
      .where(isRowInScope(actor.scope, 'person'))
      .returning('person')
      .executeTakeFirst()
    if (!removed) return
    await releaseSlots({ database, tx }, `calendar:${id}`)
    await vault.destroy(tx, calendarRecord(id))
    await pages.purge(tx, 'booking')
    const detail = toResourceNames(booking, [removed.person]).join()
    await recordAct({ tx, vault }, actor, { act: 'private-calendar.removed', record: `private-calendar:${id}`, detail })
  })

/** At most one job reads a calendar. */
export const enqueueCheck = (queue: Queue, tx: Tx, id: string) =>
  queue.enqueue(tx, 'read-calendar', { calendarId: id }, { uniqueKey: `read-calendar:${id}` })

/** Has calendars in scope read as soon as a worker is free: all, or one. */
export const enqueueReading = (
  { database, queue }: Pick<CalendarDeps, 'database' | 'queue'>,
  scope: Scope,
  id?: string,
) =>
  database.transaction(async (tx) => {
    const rows = await tx
      .selectFrom('privateCalendars')
      .select('id')
      .where(isRowInScope(scope, 'person'))
      .$if(id !== undefined, (one) => one.where('id', '=', id!))
      .execute()
    for (const row of rows) await enqueueCheck(queue, tx, row.id)
  })

/** The oldest first. */
export async function listCalendars({ db }: Pick<Database, 'db'>, scope: Scope): Promise<PrivateCalendar[]> {
  const rows = await db
    .selectFrom('privateCalendars')
    .select(['id', 'person', 'host', 'addedAt', 'checkedAt', 'readAt', 'failure', 'oddities'])
    .where(isRowInScope(scope, 'person'))
    .orderBy('addedAt')
    .orderBy('id')
    .execute()
  return rows.map(({ checkedAt, readAt, failure, oddities, ...calendar }) => ({
    ...calendar,
    checkedAt: checkedAt ?? undefined,
    readAt: readAt ?? undefined,
    ...readFailure(failure),
    oddities: oddities.split(' ').filter(Boolean) as Oddity[],
  }))
}

/** As `recordReading` writes it. */
function readFailure(stored: string | null): Pick<PrivateCalendar, 'failure' | 'otherServer'> {
  const [failure, otherServer] = stored?.split(' ') ?? []
  return { failure: failure as ReadFailure | undefined, otherServer }
}

const silenceMs = 24 * 60 * 60 * 1000

/** Calendars that could not be read for a day: what they say of today may be wrong. */
export const isSilent = ({ addedAt, readAt }: Pick<PrivateCalendar, 'addedAt' | 'readAt'>, now: number) =>
  (readAt ?? addedAt) < now - silenceMs
