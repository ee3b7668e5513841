import type { Db, Tx } from '#app/database/tables.ts'
import { deleteUnsentEmails, isEmailed, renewWaitingEmails, sendEmail } from '#app/domain/outbox/emails.server.ts'
import type { Limited } from '#app/domain/outbox/email-limits.server.ts'
import type { Signer } from '#app/vault/signing.server.ts'
import { appointmentIdInPayload, type LinkedAppointment, linksValidFrom } from './appointment-link.ts'
import type { Appointment } from './appointment.ts'
import { lockAppointment } from './appointment-change.server.ts'
import { toContactColumns } from '#app/domain/patients/patient-keys.server.ts'
import { findAppointment, updateAppointment } from './appointments.server.ts'
import type { BookingDeps } from './deps.ts'
import { admit, proveAddress } from './held-back/admit.server.ts'
import { followCorrection, joinProved } from './patient-records.server.ts'
import type { Contact } from '#app/domain/patients/patient-fields.ts'
import { addressSource, enteredByLink } from './sealed-access.ts'

// An address that a patient enters instead of the earlier one gets only one email, until its link confirms it. Otherwise
// a visitor with the link to an appointment could have strangers emailed about it.

export const newAddressPurpose = 'new address'
export const newAddressPath = (token: string) => `/appointments/confirm/${token}`

/** How long a new address can be confirmed, counted from when it was last entered. */
const lifeMs = 24 * 3_600_000

type Fingerprints = Pick<Signer, 'fingerprint' | 'fingerprints'>
type EmailDeps = { tx: Tx } & Pick<BookingDeps, 'queue' | 'mailDomain'>

/**
 * What is signed: the appointment and the address. The link stops working when another address is entered, and works
 * again when this one is, because that sends no second email.
 */
export const newAddressLinkPayload = (signer: Fingerprints, { id, email }: Pick<Appointment, 'id' | 'email'>) =>
  `${id}.${signer.fingerprint(newAddressPurpose, email)}`

export async function getNewAddress(db: Db, { id, newEmail }: Appointment, now: number) {
  if (!newEmail || newEmail.until <= now) return undefined
  return { email: newEmail.address, isLinkSent: await isLinkSent(db, id, newEmail.address, now) }
}

/**
 * Corrects name, address or phone. A new address is used once it is confirmed; while no emails leave the site, it could
 * not be confirmed and is used at once. Returns the changed appointment.
 */
export async function correctContact(
  deps: Pick<BookingDeps, 'database' | 'queue' | 'mailDomain'> & { emailsLeave: boolean },
  id: string,
  contact: Contact,
  { now, limitedAs }: { now: number } & Limited,
): Promise<LinkedAppointment | undefined> {
  return deps.database.transaction(async (tx) => {
    const before = await lockAppointment({ ...deps, tx }, id)
    if (!before) return undefined
    const { email } = contact
    const corrected = { ...contact, email: before.email }
    await updateAppointment(tx, id, toContactColumns(corrected))
    await followCorrection(tx, before, corrected)
    if (deps.emailsLeave) await askNewAddress({ ...deps, tx }, before, { email, now, limitedAs })
    else if (email !== before.email) return changeEmail({ ...deps, tx }, { ...before, ...corrected }, email)
    return before
  })
}

/** Saves a new address and emails it a link. Entering the present address again discards a new one. */
async function askNewAddress(
  { tx, queue, mailDomain }: EmailDeps,
  before: Pick<Appointment, 'id' | 'email'>,
  { email, now, limitedAs }: { email: string; now: number; limitedAs: string | undefined },
) {
  const isNew = email !== before.email
  await updateAppointment(tx, before.id, isNew ? { newEmail: email, newEmailUntil: now + lifeMs } : clearedNewAddress)
  if (!isNew) return
  // The job of a waiting email may have found, just before, that another address was entered.
  await renewWaitingEmails(tx, { kind: 'appointment-address', about: before.id, recipient: email }, now)
  if (await isLinkSent(tx, before.id, email, now)) return
  const ids = { appointmentId: before.id, email }
  await sendEmail({ tx, queue, mailDomain }, { kind: 'appointment-address', ids, recipient: email, limitedAs })
}

export const clearedNewAddress = { newEmail: null, newEmailUntil: null }

/** Two addresses entered in turns get one email each. */
const isLinkSent = (db: Db, id: string, email: string, now: number) =>
  isEmailed(db, { kind: 'appointment-address', about: id, recipient: email, since: now - lifeMs })

/** The address that a link confirms, or has confirmed; undefined when the link no longer works. */
export async function findNewAddress(db: Db, signer: Fingerprints, payload: string, now: number) {
  const appointment = await findAppointment(db, appointmentIdInPayload(payload))
  if (!appointment || appointment.endsAt <= linksValidFrom(now)) return undefined
  const isFor = (email: string) =>
    signer.fingerprints(newAddressPurpose, email).some((fingerprint) => payload === `${appointment.id}.${fingerprint}`)
  const { newEmail } = appointment
  if (newEmail && newEmail.until > now && isFor(newEmail.address))
    return { appointment, email: newEmail.address, isConfirmed: false }
  const { email, isAddressProved, emailByLink } = appointment
  // Of one that was booked with this address, the link is emailed while it holds no time.
  return isFor(email) ? { appointment, email, isConfirmed: isAddressProved !== false || emailByLink !== 0 } : undefined
}

/**
 * Changes the address, or confirms that of a booking that holds no time. A second click changes nothing. Returns false
 * when the link no longer works.
 */
export async function confirmNewAddress(deps: ConfirmDeps, payload: string, now: number) {
  const { database, signer, config } = deps
  return database.transaction(async (tx) => {
    await lockAppointment({ database, tx }, appointmentIdInPayload(payload))
    const found = await findNewAddress(tx, signer, payload, now)
    if (!found) return false
    if (found.isConfirmed) return true
    const { appointment, email } = found
    const options = { isLimited: config.abuseLimits, now }
    if (email === appointment.email) await proveAddress(deps, tx, appointment, options)
    else {
      await changeEmail({ ...deps, tx }, appointment, email)
      await admit(deps, tx, [{ ...appointment, email }], options)
    }
    await joinProved({ database, tx }, appointment, email)
    return true
  })
}

type ConfirmDeps = BookingDeps & { signer: Signer; config: { abuseLimits: boolean } }

/** Changes the address, revokes the link at the earlier one, and emails the new address its links. */
async function changeEmail({ tx, queue, mailDomain }: EmailDeps, appointment: Appointment, email: string) {
  const { id, linkVersion } = appointment
  const isByStaff = ['entered', 'none'].includes(addressSource(appointment))
  await updateAppointment(tx, id, {
    email,
    emailByLink: isByStaff ? enteredByLink.afterStaff : enteredByLink.afterPatient,
    emailConfirmed: null,
    emailProved: 0,
    linkVersion: linkVersion + 1,
    ...clearedNewAddress,
  })
  await followCorrection(tx, appointment, { ...appointment, email })
  await deleteUnsentEmails(tx, id)
  const links = { kind: 'appointment-links', ids: { email }, recipient: email, limitedAs: undefined } as const
  await sendEmail({ tx, queue, mailDomain }, links)
  return { id, linkVersion: linkVersion + 1 }
}
