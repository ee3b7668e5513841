import { createHash } from 'node:crypto'
import { recordAct, type ScopedActor } from '#app/domain/audit/audit.server.ts'
import { toResourceNames } from '#app/domain/booking/service-needs.ts'
import type { Scope } from '#app/domain/shared/scope.ts'
import { isRowInScope } from '#app/domain/shared/scope.server.ts'
import { calendarLock, type CalendarDeps, enqueueCheck } from './private-calendars.server.ts'
import { openCalendar, sealCalendar } from './sealed-calendar.server.ts'

/** The calendars of an account, as its page offers them. */
export type OfferedCalendars = {
  /** `key` stands for the address, which stays here. */
  calendars: { key: string; name: string; isRead: boolean }[]
  readsNew: boolean
}

/** By its id, each account in scope that was read. */
export async function findOfferedCalendars(
  { database: { db }, vault }: Pick<CalendarDeps, 'database' | 'vault'>,
  scope: Scope,
) {
  const rows = await db
    .selectFrom('privateCalendars')
    .select(['id', 'source'])
    .where(isRowInScope(scope, 'person'))
    .execute()
  const offered = new Map<string, OfferedCalendars>()
  for (const row of rows) {
    const { choice } = (await openCalendar(vault, db, row)) ?? {}
    if (!choice) continue
    const calendars = choice.calendars
      .filter(({ isGone }) => !isGone)
      .map(({ url, name, isRead }) => ({ key: keyOf(url), name, isRead }))
    offered.set(row.id, { calendars, readsNew: choice.readsNew })
  }
  return offered
}

type Chosen = {
  id: string
  /** Keys of the calendars that the page showed; others stay as they are. */
  shown: string[]
  read: string[]
  readsNew: boolean
}

/** Chooses which calendars of an account block hours, and has it read at once. */
export const chooseCalendars = (
  { database, vault, queue, booking }: CalendarDeps,
  actor: ScopedActor,
  { id, shown, read, readsNew }: Chosen,
): Promise<{ ok: true } | { ok: false; reason: 'not-found' }> =>
  database.transaction(async (tx) => {
    await database.takeAdvisoryLock(tx, calendarLock)
    const row = await tx
      .selectFrom('privateCalendars')
      .select(['id', 'person', 'source'])
      .where('id', '=', id)
      .where(isRowInScope(actor.scope, 'person'))
      .executeTakeFirst()
    const { source, choice } = (row && (await openCalendar(vault, tx, row))) ?? {}
    if (!row || !source || !choice) return { ok: false, reason: 'not-found' }
    const calendars = choice.calendars.map((one) =>
      shown.includes(keyOf(one.url)) ? { ...one, isRead: read.includes(keyOf(one.url)) } : one,
    )
    const sealed = await sealCalendar(vault, tx, id, { source, choice: { calendars, readsNew } })
    await tx.updateTable('privateCalendars').set({ source: sealed }).where('id', '=', id).execute()
    await enqueueCheck(queue, tx, id)
    const detail = toResourceNames(booking, [row.person]).join()
    await recordAct({ tx, vault }, actor, { act: 'private-calendar.chosen', record: `private-calendar:${id}`, detail })
    return { ok: true }
  })

const keyOf = (url: string) => createHash('sha256').update(url).digest('hex').slice(0, 16)
