import { recordAct, type ScopedActor } from '#app/domain/audit/audit.server.ts'
import { isRowInScope } from '#app/domain/shared/scope.server.ts'
import { calendarLock, type CalendarDeps, enqueueCheck } from './private-calendars.server.ts'
import { openCalendar, sealCalendar } from './sealed-calendar.server.ts'

/** Lets a server have the password that a calendar led to, if its last check asked about this one; has it read at once. */
export const allowServer = (
  { database, vault, queue }: CalendarDeps,
  actor: ScopedActor,
  { id, origin }: { id: string; origin: string },
): Promise<{ ok: true } | { ok: false; reason: 'not-found' }> =>
  database.transaction(async (tx) => {
    await database.takeAdvisoryLock(tx, calendarLock)
    const row = await tx
      .selectFrom('privateCalendars')
      .select(['id', 'source'])
      .where('id', '=', id)
      .where('failure', '=', `other-server ${origin}`)
      .where(isRowInScope(actor.scope, 'person'))
      .executeTakeFirst()
    const opened = row && (await openCalendar(vault, tx, row))
    if (!opened) return { ok: false, reason: 'not-found' }
    const source = { ...opened.source, alsoTo: [...new Set([...(opened.source.alsoTo ?? []), origin])] }
    const sealed = await sealCalendar(vault, tx, id, { ...opened, source })
    await tx.updateTable('privateCalendars').set({ source: sealed, failure: null }).where('id', '=', id).execute()
    await enqueueCheck(queue, tx, id)
    const act = { act: 'private-calendar.server-allowed', record: `private-calendar:${id}` } as const
    await recordAct({ tx, vault }, actor, { ...act, detail: new URL(origin).host })
    return { ok: true }
  })
