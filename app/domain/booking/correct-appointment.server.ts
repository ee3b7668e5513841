import { nameService } from '#app/domain/catalogue/services.ts'
import type { z } from 'zod'
import type { Tx } from '#app/database/tables.ts'
import { recordAct, type ScopedActor } from '#app/domain/audit/audit.server.ts'
import { describeChange } from '#app/domain/audit/describe-change.ts'
import { hasEmailFailed, resendToCorrectedAddress } from '#app/domain/outbox/correct-address.server.ts'
import { deleteUnsentEmails, isEmailed, resendUnsentTo, sendEmail } from '#app/domain/outbox/emails.server.ts'
import { optionalField, multiLine } from '#app/domain/shared/plain-text.server.ts'
import { changeAppointment, lockAppointment, type NotFound } from './appointment-change.server.ts'
import { sendAppointmentEmails } from './appointment-emails.server.ts'
import { type Appointment, isActive, isUpcoming } from './appointment.ts'
import { updateAppointment } from './appointments.server.ts'
import { telephoneForm } from './book-by-telephone.server.ts'
import { withoutNotice } from './booking-rules.ts'
import { type ChosenTime, chooseTime, forceTime, reserveTime, type Unavailable } from './choose-time.server.ts'
import { holdsNoTime } from './held-back/held-back.ts'
import { releaseSlots } from './holds.server.ts'
import type { BookingDeps } from './deps.ts'
import { clearedNewAddress } from './new-address.server.ts'
import { toContact } from '#app/domain/patients/patient-fields.ts'
import { toContactColumns } from '#app/domain/patients/patient-keys.server.ts'
import { toResourceId, needsFor } from './service-needs.ts'
import { followCorrection } from './patient-records.server.ts'
import { appointmentChangeDetail } from './audit-details.ts'
import { toConfirmed } from './sealed-access.ts'
import { offerFreed } from './waitlist/offers.server.ts'

export const correctionForm = telephoneForm.omit({ health: true }).extend({
  note: optionalField(
    multiLine({ blank: 'Enter a note.', most: 1_000, tooLong: 'Enter a note of at most 1,000 characters.' }),
  ),
})

type Correction = z.output<typeof correctionForm> & {
  id: string
  serviceId: string
  /** Also if the time is not free for the length or room of the new service. */
  anyway: boolean
  now: number
}

export type Corrected = { ok: true } | Unavailable | NotFound

/**
 * Corrects an appointment's patient and service. Another service takes its own length and room, from the same start. A
 * new address revokes the link at the old one and gets the emails that were not delivered, or one about the appointment.
 */
export async function correctAppointment(
  deps: BookingDeps,
  actor: ScopedActor,
  { id, serviceId, anyway, now, ...typed }: Correction,
): Promise<Corrected> {
  return changeAppointment(deps, actor, id, async (tx, before) => {
    const contact = toContact({ ...typed, email: typed.email ?? '' })
    const after = { ...contact, note: typed.note, serviceId }
    const changed = (Object.keys(after) as (keyof typeof after)[]).filter((field) => after[field] !== before[field])
    if (changed.length === 0) return { ok: true }

    const chosen = changed.includes('serviceId')
      ? await reserveFor(deps, tx, before, { serviceId, anyway, now })
      : undefined
    if (chosen && !chosen.ok) return chosen
    const hasNewEmail = after.email !== before.email
    const hasNewEnd = chosen !== undefined && chosen.endsAt !== before.endsAt
    await updateAppointment(tx, id, {
      ...toContactColumns(contact),
      note: after.note ?? null,
      serviceId,
      linkVersion: before.linkVersion + (hasNewEmail ? 1 : 0),
      ...(hasNewEmail && enteredAddress(actor)),
      ...(chosen && { endsAt: chosen.endsAt, person: chosen.person, room: chosen.room ?? null, assistants: null }),
      ...(hasNewEnd && { revision: before.revision + 1 }),
    })
    await followCorrection(tx, before, contact)

    if (hasNewEmail) {
      await notifyNewAddress(deps, tx, actor, { ...before, email: after.email }, now)
      await tellFormerAddress({ ...deps, tx }, before, now)
    }
    if (hasNewEnd && isActive(before)) await sendAppointmentEmails(deps, tx, id, 'moved', now, { by: actor })
    if (chosen) await deps.pages.purge(tx, 'booking')
    const detail = changeDetail(deps, before, { ...before, ...after, ...chosen }, changed)
    const act = { act: 'appointment.corrected', record: `appointment:${id}`, detail } as const
    await recordAct({ tx, vault: deps.vault }, actor, act)
    return { ok: true }
  })
}

/**
 * For the audit trail: names of personal fields without their values, but the addresses, since one opens the appointment;
 * the service, person and room before and after.
 */
function changeDetail(
  { booking, content }: BookingDeps,
  before: Appointment,
  after: Appointment,
  changed: readonly string[],
) {
  const personal = changed.filter((field) => field !== 'serviceId').join(', ')
  const service =
    before.serviceId !== after.serviceId &&
    describeChange(nameService(content, before.serviceId), nameService(content, after.serviceId), 'Service')
  const email = before.email !== after.email && describeAddresses(before, after)
  return [personal && `Changed: ${personal}.`, email, service, appointmentChangeDetail(booking, before, after)]
    .filter(Boolean)
    .join(' ')
}

/**
 * Corrects an appointment's address after an email bounced, and revokes the link at the wrong address. Returns false if
 * the email is no longer marked as failed.
 */
export function correctPatientEmail(
  { database, ...deps }: Pick<BookingDeps, 'database' | 'queue' | 'vault' | 'mailDomain'>,
  actor: ScopedActor,
  { emailId, appointmentId, email, now }: { emailId: string; appointmentId: string; email: string; now: number },
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const appointment = await lockAppointment({ database, tx }, appointmentId)
    if (!appointment || !(await hasEmailFailed(tx, emailId))) return false
    const linkVersion = appointment.linkVersion + 1
    await updateAppointment(tx, appointmentId, { email, linkVersion, ...enteredAddress(actor) })
    await followCorrection(tx, appointment, { ...appointment, email })
    await resendToCorrectedAddress({ ...deps, tx }, actor, { emailId, about: { appointmentId }, email })
    const detail = describeAddresses(appointment, { email })
    await recordAct({ ...deps, tx }, actor, {
      act: 'appointment.corrected',
      record: `appointment:${appointmentId}`,
      detail,
    })
    await tellFormerAddress({ ...deps, tx }, appointment, now)
    return true
  })
}

/** What staff enter instead opens nothing that is sealed, unless they may read that; the address that was given opens it again. */
const enteredAddress = (actor: ScopedActor) => ({
  ...clearedNewAddress,
  emailByLink: 0,
  emailProved: 0,
  emailConfirmed: toConfirmed(actor),
})

const describeAddresses = (before: Pick<Appointment, 'email'>, after: Pick<Appointment, 'email'>) =>
  describeChange(before.email || 'none', after.email || 'none', 'Email')

const tellEveryMs = 3_600_000

/** So that nobody redirects a patient's appointment unseen. Without what it is about, whose it is, and where it goes now. */
async function tellFormerAddress(
  { tx, queue, mailDomain }: { tx: Tx } & Pick<BookingDeps, 'queue' | 'mailDomain'>,
  { id, email }: Pick<Appointment, 'id' | 'email'>,
  now: number,
) {
  const kind = 'address-replaced' as const
  if (!email || (await isEmailed(tx, { kind, about: id, recipient: email, since: now - tellEveryMs }))) return
  await sendEmail({ tx, queue, mailDomain }, { kind, ids: { appointmentId: id, email }, recipient: email })
}

/** Reserves the length and room of another service, from the same start and with the same person if possible. */
async function reserveFor(
  deps: BookingDeps,
  tx: Tx,
  before: Appointment,
  { serviceId, anyway, now }: Pick<Correction, 'serviceId' | 'anyway' | 'now'>,
): Promise<ChosenTime | Unavailable | undefined> {
  // Past and canceled appointments reserve no slots.
  if (!isUpcoming(before, now)) return undefined
  const holder = `appointment:${before.id}` as const
  const byVideo = before.room === undefined
  const request = { serviceId, startsAt: before.startsAt, byVideo, except: holder, now }
  const byClinic = { ...withoutNotice(deps), db: tx }
  const isOffered = needsFor(deps.booking, serviceId).people.some(({ resource }) => resource === before.person)
  const withSamePerson = { ...request, personId: isOffered ? toResourceId(before.person) : undefined }
  const same = await chooseTime(byClinic, withSamePerson)
  const free = same.ok ? same : await chooseTime(byClinic, request)
  const chosen = free.ok || !anyway ? free : forceTime(deps, withSamePerson)
  if (!chosen.ok) return chosen
  if (holdsNoTime(before)) return chosen
  const freed = await releaseSlots({ ...deps, tx }, holder)
  await reserveTime({ ...deps, tx }, before.id, chosen)
  await offerFreed(deps, tx, freed, { now })
  return chosen
}

async function notifyNewAddress(
  deps: BookingDeps,
  tx: Tx,
  by: ScopedActor,
  { id, email, ...appointment }: Appointment,
  now: number,
) {
  if (!email) return deleteUnsentEmails(tx, id)
  const resent = await resendUnsentTo({ ...deps, tx }, { appointmentId: id }, email)
  if (resent === 0 && isUpcoming(appointment, now))
    await sendAppointmentEmails(deps, tx, id, appointment.state === 'requested' ? 'booked' : 'accepted', now, { by })
  return undefined
}
