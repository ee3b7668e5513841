import type { Db, Tx } from '#app/database/tables.ts'
import { deleteUnsentEmails, isEmailed, renewWaitingEmails, sendEmail } from '#app/domain/outbox/emails.server.ts'
import type { Signer } from '#app/vault/signing.server.ts'
import { appointmentIdInPayload, linksValidFrom } from './appointment-link.ts'
import type { Appointment } from './appointment.ts'
import { findAppointment } from './appointments.server.ts'
import type { BookingDeps } from './deps.ts'

/**
 * An address that a patient gave instead of the one before gets nothing but one email, until it was confirmed with the
 * link in that: whoever has the link to an appointment could otherwise have strangers mailed about it.
 */

export const newAddressPurpose = 'new address'
export const newAddressPath = (token: string) => `/appointments/confirm/${token}`

/** How long it waits for that, from when it was typed last. */
const waitMs = 24 * 3_600_000

type Fingerprints = Pick<Signer, 'fingerprint' | 'fingerprints'>

/**
 * What is signed: of one appointment and of that very address. It opens nothing once another one was given, and again
 * something if this one is given anew, since it is not mailed twice.
 */
export const newAddressLinkPayload = (signer: Fingerprints, { id, email }: Pick<Appointment, 'id' | 'email'>) =>
  `${id}.${signer.fingerprint(newAddressPurpose, email)}`

/** What the appointment's page says of it. */
export async function getNewAddress(db: Db, { id, newEmail }: Appointment, now: number) {
  if (!newEmail || newEmail.until <= now) return undefined
  return { email: newEmail.address, isAsked: await isAsked(db, id, newEmail.address, now) }
}

/** In the transaction that corrects the appointment. The address that it has already takes a new one back. */
export async function askNewAddress(
  { tx, queue, mailDomain }: { tx: Tx } & Pick<BookingDeps, 'queue' | 'mailDomain'>,
  before: Pick<Appointment, 'id' | 'email'>,
  { email, now, limitedAs }: { email: string; now: number; limitedAs: string | undefined },
) {
  const isNew = email !== before.email
  await tx
    .updateTable('appointments')
    .set(isNew ? { newEmail: email, newEmailUntil: now + waitMs } : clearedNewAddress)
    .where('id', '=', before.id)
    .execute()
  if (!isNew) return
  // The job of an email that waits may just have found that another address was given.
  await renewWaitingEmails(tx, { kind: 'appointment-address', about: before.id, recipient: email }, now)
  if (await isAsked(tx, before.id, email, now)) return
  const ids = { appointmentId: before.id, email }
  await sendEmail({ tx, queue, mailDomain }, { kind: 'appointment-address', ids, recipient: email, limitedAs })
}

export const clearedNewAddress = { newEmail: null, newEmailUntil: null }

/** Two addresses given in turns are mailed once each. */
const isAsked = (db: Db, id: string, email: string, now: number) =>
  isEmailed(db, { kind: 'appointment-address', about: id, recipient: email, since: now - waitMs })

/** What a link is for: undefined when it opens nothing (any more). */
export async function findNewAddress(db: Db, signer: Fingerprints, text: string, now: number) {
  const appointment = await findAppointment(db, appointmentIdInPayload(text))
  if (!appointment || appointment.endsAt <= linksValidFrom(now)) return undefined
  const isOf = (email: string) =>
    signer.fingerprints(newAddressPurpose, email).some((fingerprint) => text === `${appointment.id}.${fingerprint}`)
  const { newEmail } = appointment
  if (newEmail && newEmail.until > now && isOf(newEmail.address))
    return { appointment, email: newEmail.address, isConfirmed: false }
  return isOf(appointment.email) ? { appointment, email: appointment.email, isConfirmed: true } : undefined
}

/**
 * From now on emails go there, and whoever has the link at the address before opens nothing with it. A second press
 * changes nothing. Answers the appointment as it is then.
 */
export async function confirmNewAddress(
  { database, signer, queue, mailDomain }: Pick<BookingDeps, 'database' | 'queue' | 'mailDomain'> & { signer: Signer },
  text: string,
  now: number,
) {
  return database.transaction(async (tx) => {
    await database.takeAdvisoryLock(tx, `appointment:${appointmentIdInPayload(text)}`)
    const found = await findNewAddress(tx, signer, text, now)
    if (!found) return false
    const { appointment, email, isConfirmed } = found
    if (!isConfirmed) await moveTo({ tx, queue, mailDomain }, appointment, email)
    return true
  })
}

/** The right address gets the link to its appointments. */
export async function moveTo(
  { tx, queue, mailDomain }: { tx: Tx } & Pick<BookingDeps, 'queue' | 'mailDomain'>,
  { id, linkVersion }: Appointment,
  email: string,
) {
  await tx
    .updateTable('appointments')
    .set({ email, linkVersion: linkVersion + 1, ...clearedNewAddress })
    .where('id', '=', id)
    .execute()
  await deleteUnsentEmails(tx, id)
  // Whoever confirmed it reads the mail there.
  const links = { kind: 'appointment-links', ids: { email }, recipient: email, limitedAs: undefined } as const
  await sendEmail({ tx, queue, mailDomain }, links)
}
