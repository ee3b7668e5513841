import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db, Tables, Tx } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { consentWording, reminderConsent } from '#content/text-messages.ts'

type Row = Selectable<Tables['textConsents']>
export type TextPurpose = Row['purpose']

type Deps = { tx: Tx; vault: Vault }

type NewConsent = { number: string; appointmentId: string; clinic: { name: string }; now: number }

/** Records that the patient agreed to reminders at this number, in the present words. `actor`: staff who were told so. */
export async function giveConsent(
  { tx, vault }: Deps,
  actor: Actor,
  { number, appointmentId, clinic, now }: NewConsent,
) {
  await tx
    .insertInto('textConsents')
    .values({
      id: randomUUID(),
      number,
      purpose: 'reminders',
      wording: consentWording(clinic),
      version: reminderConsent.version,
      appointmentId,
      givenAt: now,
      givenBy: actor.who,
    })
    .execute()
  await recordAct({ tx, vault }, actor, { act: 'text-message.agreed', record: `appointment:${appointmentId}` })
}

/** Anybody can type another one's number: a consent counts for the appointments of whoever gave it, never for others. */
export type Consenter = { number: string; appointmentIds: readonly string[] }

/** The consent in force, to the present words. */
export const findConsent = (
  db: Db,
  { number, appointmentIds, purpose }: Consenter & { purpose: TextPurpose },
): Promise<Pick<Row, 'givenAt' | 'givenBy'> | undefined> =>
  db
    .selectFrom('textConsents')
    .select(['givenAt', 'givenBy'])
    .where('number', '=', number)
    .where('appointmentId', 'in', appointmentIds)
    .where('purpose', '=', purpose)
    .where('endedAt', 'is', null)
    .where('version', '=', reminderConsent.version)
    .orderBy('givenAt', 'desc')
    .executeTakeFirst()

type End = { number: string; appointmentIds?: readonly string[]; by?: string; now: number }

/** Ends the consents of a number, or only those given at these appointments. False if there is none. */
export async function endConsents(
  { tx, vault }: Deps,
  actor: Actor,
  { number, appointmentIds, by = actor.who, now }: End,
) {
  const ended = await tx
    .updateTable('textConsents')
    .set({ endedAt: now, endedBy: by })
    .where('number', '=', number)
    .$if(appointmentIds !== undefined, (query) => query.where('appointmentId', 'in', appointmentIds!))
    .where('endedAt', 'is', null)
    .returning(['appointmentId'])
    .execute()
  for (const appointmentId of new Set(ended.map((one) => one.appointmentId)))
    await recordAct({ tx, vault }, actor, {
      act: 'text-message.ended',
      record: `appointment:${appointmentId}`,
      detail: by === actor.who ? undefined : by,
    })
  return ended.length > 0
}

/** The numbers for which a consent that was given at one of these appointments is in force. */
export async function listAgreedNumbers(db: Db, appointmentIds: readonly string[]) {
  const rows = await db
    .selectFrom('textConsents')
    .select('number')
    .distinct()
    .where('appointmentId', 'in', appointmentIds)
    .where('endedAt', 'is', null)
    .execute()
  return rows.map(({ number }) => number)
}

/** By a text message. Brings back the consents that the last one ended, and none that was ended in another way. */
export async function renewConsents(
  { tx, vault }: Deps,
  actor: Actor,
  { number, now }: { number: string; now: number },
) {
  const rows = await tx
    .selectFrom('textConsents')
    .selectAll()
    .where('number', '=', number)
    .orderBy('endedAt', 'desc')
    .execute()
  const lastAt = Math.max(...rows.map(({ endedAt }) => endedAt ?? 0))
  const stopped = rows.filter(
    ({ endedAt, endedBy }) => endedAt !== null && endedAt === lastAt && (endedBy === 'stop' || endedBy === 'service'),
  )
  if (stopped.length === 0 || rows.some(({ endedAt }) => endedAt === null)) return false
  for (const row of stopped) {
    await tx
      .insertInto('textConsents')
      .values({ ...row, id: randomUUID(), givenAt: now, givenBy: 'start', endedAt: null, endedBy: null })
      .execute()
    const record = `appointment:${row.appointmentId}` as const
    await recordAct({ tx, vault }, actor, { act: 'text-message.agreed', record, detail: 'start' })
  }
  return true
}

/** Given at this appointment, the earliest first. */
export const listConsentsAt = (db: Db, appointmentId: string) =>
  db
    .selectFrom('textConsents')
    .selectAll()
    .where('appointmentId', '=', appointmentId)
    .orderBy('givenAt')
    .orderBy('id')
    .execute()

export const deleteConsentsAt = (tx: Tx, appointmentId: string) =>
  tx.deleteFrom('textConsents').where('appointmentId', '=', appointmentId).execute()
