import { randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Db } from '#app/database/tables.ts'
import { countUse, type Limit, type TooMany } from '#app/domain/limits/limits.server.ts'
import type { Limited } from '#app/domain/outbox/email-limits.server.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import { inBatches } from '#app/domain/shared/in-batches.server.ts'
import type { Signer } from '#app/vault/signing.server.ts'
import { lockAppointment } from './appointment-change.server.ts'
import type { Appointment } from './appointment.ts'
import type { BookingDeps } from './deps.ts'
import { joinProved } from './patient-records.server.ts'

// The link to an appointment is shown right after booking, to whoever typed the address. Before it opens what the patient
// told the clinic, a code that is emailed to that address shows who reads the mailbox.

export const dataCodeLifeMs = 15 * 60_000
const mostTries = 5
/** With the tries, 25 of a million codes an hour. Also without ABUSE_LIMITS: it protects health answers. */
const perAppointment: Limit = { most: 5, windowMs: 3_600_000 }

type Named = Pick<Appointment, 'id' | 'email' | 'linkVersion'>

/** Emails a new code to the appointment's address. The caller gives `codeId` to the browser that asked. */
export const sendDataCode = (
  { database, ...deps }: Pick<BookingDeps, 'database' | 'queue' | 'mailDomain'>,
  { id: appointmentId, email, linkVersion }: Named,
  { now, limitedAs }: { now: number } & Limited,
): Promise<{ ok: true; codeId: string } | TooMany> =>
  database.transaction(async (tx) => {
    const allowed = await countUse({ tx }, `data-code:${appointmentId}`, perAppointment, now)
    if (!allowed.ok) return allowed
    const codeId = randomUUID()
    const ids = { appointmentId, codeId }
    const sent = await sendEmail({ ...deps, tx }, { kind: 'data-code', ids, recipient: email, limitedAs })
    if (sent === undefined) return { ok: false, reason: 'too-many', retryAt: now + perAppointment.windowMs }
    await tx
      .insertInto('dataCodes')
      .values({ id: codeId, appointmentId, linkVersion, createdAt: now, tries: 0 })
      .execute()
    return { ok: true, codeId }
  })

/** Six digits, computed from the id, so that the database holds no code. */
export const toDataCode = (signer: Pick<Signer, 'fingerprint'>, codeId: string) => {
  const bytes = Buffer.from(signer.fingerprint('data code', codeId), 'base64url')
  return String(bytes.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

export const findDataCode = (db: Db, id: string, now: number) =>
  db
    .selectFrom('dataCodes')
    .select(['appointmentId', 'linkVersion'])
    .where('id', '=', id)
    .where('createdAt', '>', now - dataCodeLifeMs)
    .executeTakeFirst()

export type DataCodeUsed =
  | { ok: true }
  /** 'gone': used, expired, tried too often, or of another appointment or address. */
  | { ok: false; reason: 'wrong' | 'gone' }

/** Uses a code up. It also proves the address, as a link that was emailed to it would. */
export const useDataCode = (
  { database, signer }: { database: Database; signer: Pick<Signer, 'fingerprint'> },
  { id, email, linkVersion }: Named,
  { codeId, typed, now }: { codeId: string; typed: string; now: number },
): Promise<DataCodeUsed> =>
  database.transaction(async (tx) => {
    const appointment = await lockAppointment({ database, tx }, id)
    if (!appointment || appointment.linkVersion !== linkVersion) return { ok: false, reason: 'gone' }
    // Counted before the code is compared, so that many tries at once do not all pass.
    const counted = await tx
      .updateTable('dataCodes')
      .set((row) => ({ tries: row('tries', '+', 1) }))
      .where('id', '=', codeId)
      .where('appointmentId', '=', id)
      .where('linkVersion', '=', linkVersion)
      .where('createdAt', '>', now - dataCodeLifeMs)
      .where('tries', '<', mostTries)
      .returning('tries')
      .executeTakeFirst()
    if (!counted) return { ok: false, reason: 'gone' }
    if (typed !== toDataCode(signer, codeId)) return { ok: false, reason: counted.tries < mostTries ? 'wrong' : 'gone' }
    await tx.deleteFrom('dataCodes').where('id', '=', codeId).execute()
    await joinProved({ database, tx }, appointment, email)
    return { ok: true }
  })

const batchSize = 500

export const deleteOldDataCodes = ({ database }: { database: Pick<Database, 'transaction'> }, now: number) =>
  inBatches(database, batchSize, async (tx) => {
    const old = tx
      .selectFrom('dataCodes')
      .select('id')
      .where('createdAt', '<', now - dataCodeLifeMs)
      .limit(batchSize)
    return (await tx.deleteFrom('dataCodes').where('id', 'in', old).returning('id').execute()).length
  })
