import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db, Tables, Tx } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { consentWords, type TextPurpose } from '#content/text-messages.ts'

type Row = Selectable<Tables['textConsents']>
/** What it is about: an appointment, or a place on the waitlist. */
export type TextRecord = Row['record']

/** All that somebody agrees to, as it is stored and read out. */
export const consentWording = (purpose: TextPurpose, clinic: { name: string }) =>
  `${consentWords[purpose].label(clinic)}. ${consentWords[purpose].terms}`

type Deps = { tx: Tx; vault: Vault }

type NewConsent = Pick<Row, 'number' | 'purpose' | 'record'> & { clinic: { name: string }; now: number }

/** Records that somebody agreed to texts at this number, in the present words. `actor`: staff who were told so. */
export async function giveConsent(
  { tx, vault }: Deps,
  actor: Actor,
  { number, purpose, record, clinic, now }: NewConsent,
) {
  await tx
    .insertInto('textConsents')
    .values({
      id: randomUUID(),
      number,
      purpose,
      wording: consentWording(purpose, clinic),
      version: consentWords[purpose].version,
      record,
      givenAt: now,
      givenBy: actor.who,
    })
    .execute()
  await recordAct({ tx, vault }, actor, { act: 'text-message.agreed', record })
}

/** Anybody can type another one's number: a consent counts for the records of whoever gave it, never for others. */
export type Consenter = { number: string; records: readonly TextRecord[] }

/** The consent in force, to the present words. */
export const findConsent = (
  db: Db,
  { number, records, purpose }: Consenter & { purpose: TextPurpose },
): Promise<Pick<Row, 'givenAt' | 'givenBy'> | undefined> =>
  db
    .selectFrom('textConsents')
    .select(['givenAt', 'givenBy'])
    .where('number', '=', number)
    .where('record', 'in', records)
    .where('purpose', '=', purpose)
    .where('endedAt', 'is', null)
    .where('version', '=', consentWords[purpose].version)
    .orderBy('givenAt', 'desc')
    .executeTakeFirst()

/** The records at which somebody agreed to this purpose, in the present words. */
export async function listAgreedRecords(db: Db, purpose: TextPurpose): Promise<Set<TextRecord>> {
  const rows = await db
    .selectFrom('textConsents')
    .select('record')
    .where('purpose', '=', purpose)
    .where('endedAt', 'is', null)
    .where('version', '=', consentWords[purpose].version)
    .execute()
  return new Set(rows.map(({ record }) => record))
}

type End = { number: string; records?: readonly TextRecord[]; by?: string; now: number }

/** Ends the consents of a number, to whatever purpose, or only those given at these records. False if there is none. */
export async function endConsents({ tx, vault }: Deps, actor: Actor, { number, records, by = actor.who, now }: End) {
  const ended = await tx
    .updateTable('textConsents')
    .set({ endedAt: now, endedBy: by })
    .where('number', '=', number)
    .$if(records !== undefined, (query) => query.where('record', 'in', records!))
    .where('endedAt', 'is', null)
    .returning(['record'])
    .execute()
  for (const record of new Set(ended.map((one) => one.record)))
    await recordAct({ tx, vault }, actor, {
      act: 'text-message.ended',
      record,
      detail: by === actor.who ? undefined : by,
    })
  return ended.length > 0
}

/** The numbers for which a consent that was given at one of these records is in force. */
export async function listAgreedNumbers(db: Db, records: readonly TextRecord[]) {
  const rows = await db
    .selectFrom('textConsents')
    .select('number')
    .distinct()
    .where('record', 'in', records)
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
    await recordAct({ tx, vault }, actor, { act: 'text-message.agreed', record: row.record, detail: 'start' })
  }
  return true
}

/** Given at this record, the earliest first. */
export const listConsentsAt = (db: Db, record: TextRecord) =>
  db.selectFrom('textConsents').selectAll().where('record', '=', record).orderBy('givenAt').orderBy('id').execute()

export const deleteConsentsAt = (tx: Tx, record: TextRecord) =>
  tx.deleteFrom('textConsents').where('record', '=', record).execute()
