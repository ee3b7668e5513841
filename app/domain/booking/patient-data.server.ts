import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { eraseEmailsAbout } from '#app/domain/outbox/erase-emails.server.ts'
import { dropUnsentAbout, eraseLinkLetters, sendLetter } from '#app/domain/outbox/letters.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { type Appointment, isComing, isInTime } from './appointment.ts'
import { findAppointment } from './appointments.server.ts'
import { allowEmails } from './email-limits.server.ts'
import { healthRecord } from './health.server.ts'
import { letGo } from './holds.server.ts'
import type { BookingMeans } from './means.ts'
import { phoneKey } from '#app/domain/shared/phone-number.ts'
import type { Patient } from './patient.ts'

/** What a patient does with what the clinic keeps of them, through the link to their appointment. */

type Means = Pick<BookingMeans, 'database' | 'vault' | 'pages'>

/**
 * Corrects name, address or phone; letters and calls go there from now on. Whoever got the link at another address opens
 * nothing with it any more, and the right one gets a new link. Answers the appointment as it is then.
 */
export async function correctContact(
  { database, queue, mailDomain }: Pick<BookingMeans, 'database' | 'queue' | 'mailDomain'>,
  id: string,
  contact: Omit<Patient, 'health'>,
  now: number,
): Promise<Appointment | undefined> {
  return database.transaction(async (tx) => {
    await database.takeTurn(tx, `appointment:${id}`)
    const appointment = await findAppointment(tx, id)
    if (!appointment) return undefined
    const { email } = contact
    const isElsewhere = email !== appointment.email
    const linkVersion = appointment.linkVersion + (isElsewhere ? 1 : 0)
    await tx
      .updateTable('appointments')
      .set({ ...contact, phone_digits: phoneKey(contact.phone), link_version: linkVersion })
      .where('id', '=', id)
      .execute()
    if (isElsewhere) {
      await dropUnsentAbout(tx, id)
      if (await allowEmails(tx, { id, email }, now))
        await sendLetter({ tx, queue, mailDomain }, { kind: 'appointment-links', ids: { email }, recipient: email })
    }
    return { ...appointment, ...contact, linkVersion }
  })
}

/** Puts another health answer in the place of the one there is, under a new key. The patient's page shows neither. */
export async function replaceHealth({ database, vault }: Means, id: string, text: string) {
  await database.transaction(async (tx) => {
    const health = await vault.seal(tx, healthRecord(id), text)
    await tx.updateTable('appointments').set({ health }).where('id', '=', id).execute()
  })
}

/** With its key, so that no backup can show it either. */
export async function eraseHealth({ database, vault }: Means, id: string) {
  await database.transaction((tx) => forgetHealth({ vault }, tx, id))
}

/** Erases a health answer together with its key. */
export async function forgetHealth({ vault }: { vault: Pick<Vault, 'destroy'> }, tx: Tx, id: string) {
  await vault.destroy(tx, healthRecord(id))
  await tx.updateTable('appointments').set({ health: null }).where('id', '=', id).execute()
}

/** What the patient's page offers. */
export const eraseEverything = (deps: ErasureDeps & { database: Database }, id: string, now: number) =>
  deps.database.transaction((tx) => eraseAppointment(deps, tx, id, now))

export type ErasureDeps = {
  database: Pick<Database, 'takeTurn'>
  vault: Pick<Vault, 'destroy' | 'openIfItCan'>
} & Pick<BookingMeans, 'pages' | 'booking'>

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
  await database.takeTurn(tx, `appointment:${id}`)
  const appointment = await findAppointment(tx, id)
  if (!appointment) return
  const isUpcoming = isComing(appointment) && appointment.endsAt > now
  await forgetHealth({ vault }, tx, id)
  await eraseEmailsAbout(tx, [id])
  await eraseLinkLetters(tx, appointment.email)
  await tx
    .updateTable('appointments')
    .set({
      name: '',
      email: '',
      phone: '',
      phone_digits: '',
      note: null,
      undo_until: null,
      link_version: appointment.linkVersion + 1,
      ...(isUpcoming && {
        state: 'cancelled',
        cancelled_late: appointment.startsAt > now && !isInTime(appointment, booking, now) ? 1 : null,
        revision: appointment.revision + 1,
      }),
    })
    .where('id', '=', id)
    .execute()
  if (isUpcoming || appointment.undoUntil) {
    await letGo({ database, tx }, `appointment:${id}`)
    await pages.purge(tx, 'booking')
  }
}
