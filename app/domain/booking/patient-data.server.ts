import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { eraseEmailsAbout } from '#app/domain/outbox/erase-emails.server.ts'
import type { Limited } from '#app/domain/outbox/email-limits.server.ts'
import { eraseEmailsTo } from '#app/domain/outbox/emails.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { type Appointment, isActive, isBeforeCutOff } from './appointment.ts'
import { findAppointment } from './appointments.server.ts'
import { healthRecord } from './health.server.ts'
import { releaseSlots } from './holds.server.ts'
import type { BookingDeps } from './deps.ts'
import { askNewAddress, moveTo, clearedNewAddress } from './new-address.server.ts'
import { contactColumns, erasedContact } from './contact-columns.server.ts'
import type { Contact } from './patient-fields.ts'

/** What a patient does with what the clinic keeps of them, through the link to their appointment. */

type Deps = Pick<BookingDeps, 'database' | 'vault' | 'pages'>

/**
 * Corrects name, address or phone; calls go there from now on, and emails once the new address was confirmed. While
 * emails are only kept in the house nobody could do that, so it is taken at once, as a sign-up is. Answers the
 * appointment as it is then.
 */
export async function correctContact(
  deps: Pick<BookingDeps, 'database' | 'queue' | 'mailDomain'> & { emailsLeave: boolean },
  id: string,
  contact: Contact,
  { now, limitedAs }: { now: number } & Limited,
): Promise<Appointment | undefined> {
  const { database, emailsLeave } = deps
  return database.transaction(async (tx) => {
    await database.takeAdvisoryLock(tx, `appointment:${id}`)
    const before = await findAppointment(tx, id)
    if (!before) return undefined
    const { email, ...others } = contactColumns(contact)
    await tx.updateTable('appointments').set(others).where('id', '=', id).execute()
    if (emailsLeave) await askNewAddress({ ...deps, tx }, before, { email, now, limitedAs })
    else if (email !== before.email) await moveTo({ ...deps, tx }, before, email)
    return findAppointment(tx, id)
  })
}

/** Puts another health answer in the place of the one there is, under a new key. The patient's page shows neither. */
export async function replaceHealth({ database, vault }: Deps, id: string, text: string) {
  await database.transaction(async (tx) => {
    const health = await vault.seal(tx, healthRecord(id), text)
    await tx.updateTable('appointments').set({ health }).where('id', '=', id).execute()
  })
}

/** With its key, so that no backup can show it either. */
export async function eraseHealth({ database, vault }: Deps, id: string) {
  await database.transaction((tx) => eraseHealthAnswer({ vault }, tx, id))
}

/** Erases a health answer together with its key. */
export async function eraseHealthAnswer({ vault }: { vault: Pick<Vault, 'destroy'> }, tx: Tx, id: string) {
  await vault.destroy(tx, healthRecord(id))
  await tx.updateTable('appointments').set({ health: null }).where('id', '=', id).execute()
}

/** What the patient's page offers. */
export const eraseEverything = (deps: ErasureDeps & { database: Database }, id: string, now: number) =>
  deps.database.transaction((tx) => eraseAppointment(deps, tx, id, now))

export type ErasureDeps = {
  database: Pick<Database, 'takeAdvisoryLock'>
  vault: Pick<Vault, 'destroy' | 'tryOpen'>
} & Pick<BookingDeps, 'pages' | 'booking'>

/**
 * Erases everything that tells who the patient is. That there was a visit at that hour stays in the clinic's books;
 * an upcoming one is canceled, its hour is free at once, and no link opens it any more.
 */
export async function eraseAppointment(
  { database, vault, pages, booking }: ErasureDeps,
  tx: Tx,
  id: string,
  now: number,
) {
  await database.takeAdvisoryLock(tx, `appointment:${id}`)
  const appointment = await findAppointment(tx, id)
  if (!appointment) return
  const isUpcoming = isActive(appointment) && appointment.endsAt > now
  await eraseHealthAnswer({ vault }, tx, id)
  await eraseEmailsAbout(tx, [id])
  await eraseEmailsTo(tx, [appointment.email], ['appointment-links'])
  await tx
    .updateTable('appointments')
    .set({
      ...erasedContact,
      note: null,
      ...clearedNewAddress,
      undoUntil: null,
      linkVersion: appointment.linkVersion + 1,
      ...(isUpcoming && {
        state: 'cancelled',
        cancelledLate: appointment.startsAt > now && !isBeforeCutOff(appointment, booking, now) ? 1 : null,
        revision: appointment.revision + 1,
      }),
    })
    .where('id', '=', id)
    .execute()
  if (isUpcoming || appointment.undoUntil) {
    await releaseSlots({ database, tx }, `appointment:${id}`)
    await pages.purge(tx, 'booking')
  }
}
