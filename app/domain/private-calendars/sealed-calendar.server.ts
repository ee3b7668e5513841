import type { Tables, Tx } from '#app/database/tables.ts'
import type { Database } from '#app/database/connection.server.ts'
import type { CalendarSource } from '#app/integrations/calendars/calendar-work.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import type { AccountChoice } from './account-choice.ts'

/** Where a calendar is and, of an account that was read, what its owner chose: names of calendars are hers, too. */
export type SealedCalendar = { source: CalendarSource; choice?: AccountChoice | undefined }

export const calendarRecord = (id: string) => ({ purpose: 'private calendar', id })

export const sealCalendar = (vault: Vault, tx: Tx, id: string, { source, choice }: SealedCalendar) =>
  vault.seal(tx, calendarRecord(id), JSON.stringify({ ...source, choice }))

/** Undefined if it does not open with the encryption key in use. */
export async function openCalendar(
  vault: Vault,
  db: Database['db'] | Tx,
  { id, source: sealed }: Pick<Tables['privateCalendars'], 'id' | 'source'>,
): Promise<SealedCalendar | undefined> {
  const opened = await vault.tryOpen(db, calendarRecord(id), sealed)
  if (opened === undefined || opened === 'unreadable') return undefined
  const { choice, ...source } = JSON.parse(opened.toString()) as CalendarSource & Pick<SealedCalendar, 'choice'>
  return { source, choice }
}
