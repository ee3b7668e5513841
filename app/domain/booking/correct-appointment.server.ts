import type { z } from 'zod'
import type { Tx } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { describeChange } from '#app/domain/audit/describe-change.ts'
import { hasEmailFailed, resendToCorrectedAddress } from '#app/domain/outbox/correct-address.server.ts'
import { deleteUnsentEmails, resendUnsentTo } from '#app/domain/outbox/emails.server.ts'
import { optionalField, multiLine } from '#app/domain/shared/plain-text.ts'
import { sendAppointmentEmails } from './appointment-emails.server.ts'
import { type Appointment, isActive } from './appointment.ts'
import { findAppointment } from './appointments.server.ts'
import { telephoneForm, withoutNotice } from './book-by-telephone.server.ts'
import {
  type ChosenTime,
  chooseTime,
  usedResources,
  type Unavailable,
  forceTime,
  withBuffer,
} from './choose-time.server.ts'
import { reserveSlots, blockRemaining, releaseSlots } from './holds.server.ts'
import type { BookingDeps } from './deps.ts'
import { contactColumns } from './contact-columns.server.ts'
import { clearedNewAddress } from './new-address.server.ts'
import { toContact } from './patient-fields.ts'
import { toResourceId, planFor } from './plan.ts'
import { appointmentChangeDetail } from './audit-details.ts'
import { services } from '#content/services.ts'

/** What the clinic corrects of an appointment. */
export const correctionForm = telephoneForm.omit({ health: true }).extend({
  note: optionalField(
    multiLine({ blank: 'Enter a note.', most: 1_000, tooLong: 'Enter a note of at most 1,000 characters.' }),
  ),
})

type Correction = z.output<typeof correctionForm> & {
  id: string
  serviceId: string
  /** Although its time is not free for the length or room of another service. */
  anyway: boolean
  now: number
}

export type Corrected = { ok: true } | Unavailable | { ok: false; reason: 'not-found' }

/**
 * Corrects who an appointment is for and what. Another service takes its own length and room, from the same hour on; an
 * address that was wrong no longer opens the appointment, and the right one gets what did not arrive, or the appointment.
 */
export async function correctAppointment(
  deps: BookingDeps,
  actor: Actor,
  { id, serviceId, anyway, now, ...typed }: Correction,
): Promise<Corrected> {
  return deps.database.transaction(async (tx) => {
    await deps.database.takeAdvisoryLock(tx, `appointment:${id}`)
    const before = await findAppointment(tx, id)
    if (!before) return { ok: false, reason: 'not-found' }
    const contact = toContact({ ...typed, email: typed.email ?? '' })
    const after = { ...contact, note: typed.note, serviceId }
    const changed = (Object.keys(after) as (keyof typeof after)[]).filter((field) => after[field] !== before[field])
    if (changed.length === 0) return { ok: true }

    const chosen = changed.includes('serviceId')
      ? await holdFor(deps, tx, before, { serviceId, anyway, now })
      : undefined
    if (chosen && !chosen.ok) return chosen
    const isElsewhere = after.email !== before.email
    const isLonger = chosen !== undefined && chosen.endsAt !== before.endsAt
    await tx
      .updateTable('appointments')
      .set({
        ...contactColumns(contact),
        note: after.note ?? null,
        serviceId,
        linkVersion: before.linkVersion + (isElsewhere ? 1 : 0),
        ...(isElsewhere && clearedNewAddress),
        ...(chosen && { endsAt: chosen.endsAt, person: chosen.person, room: chosen.room ?? null }),
        ...(isLonger && { revision: before.revision + 1 }),
      })
      .where('id', '=', id)
      .execute()

    if (isElsewhere) await tellNewAddress(deps, tx, actor, { ...before, email: after.email }, now)
    if (isLonger && isActive(before)) await sendAppointmentEmails(deps, tx, id, 'moved', now, { by: actor })
    if (chosen) await deps.pages.purge(tx, 'booking')
    const detail = changeInWords(deps, before, { ...before, ...after, ...chosen }, changed)
    await recordAct({ tx, vault: deps.vault }, actor, {
      act: 'appointment.corrected',
      record: `appointment:${id}`,
      detail,
    })
    return { ok: true }
  })
}

/**
 * In the audit trail: the service, and whom and what room it takes, as they were and are. Name, phone, email and note
 * are the patient's own, so that only their names stand there.
 */
function changeInWords({ booking }: BookingDeps, before: Appointment, after: Appointment, changed: readonly string[]) {
  const personal = changed.filter((field) => field !== 'serviceId').join(', ')
  const service =
    before.serviceId !== after.serviceId &&
    describeChange(titleOf(before.serviceId), titleOf(after.serviceId), 'Service')
  return [personal && `Changed: ${personal}.`, service, appointmentChangeDetail(booking, before, after)]
    .filter(Boolean)
    .join(' ')
}

const titleOf = (serviceId: string) => services.find(({ id }) => id === serviceId)?.title ?? serviceId

/**
 * Corrects the address of an appointment of which a mail server refused an email; false when that did not fail any more.
 * Whoever has the wrong address opens the appointment no more.
 */
export function correctPatientEmail(
  { database, ...deps }: Pick<BookingDeps, 'database' | 'queue' | 'vault'>,
  actor: Actor,
  { emailId, appointmentId, email }: { emailId: string; appointmentId: string; email: string },
): Promise<boolean> {
  return database.transaction(async (tx) => {
    await database.takeAdvisoryLock(tx, `appointment:${appointmentId}`)
    if (!(await hasEmailFailed(tx, emailId))) return false
    await tx
      .updateTable('appointments')
      .set(({ eb }) => ({ email, linkVersion: eb('linkVersion', '+', 1), ...clearedNewAddress }))
      .where('id', '=', appointmentId)
      .execute()
    await resendToCorrectedAddress({ ...deps, tx }, actor, { emailId, about: { appointmentId }, email })
    return true
  })
}

/** The length and room of another service, from the same hour on and with the same person if possible. */
async function holdFor(
  deps: BookingDeps,
  tx: Tx,
  before: Appointment,
  { serviceId, anyway, now }: Pick<Correction, 'serviceId' | 'anyway' | 'now'>,
): Promise<ChosenTime | Unavailable | undefined> {
  // What is over or canceled holds nothing any more.
  if (!isActive(before) || before.startsAt <= now) return undefined
  const holder = `appointment:${before.id}` as const
  const byVideo = before.room === undefined
  const wish = { serviceId, startsAt: before.startsAt, byVideo, except: holder, now }
  const byClinic = { ...withoutNotice(deps), db: tx }
  const isTheirs = planFor(deps.booking, serviceId).people.some(({ resource }) => resource === before.person)
  const withSame = { ...wish, personId: isTheirs ? toResourceId(before.person) : undefined }
  const own = await chooseTime(byClinic, withSame)
  const free = own.ok ? own : await chooseTime(byClinic, wish)
  const chosen = free.ok || !anyway ? free : forceTime(deps, withSame)
  if (!chosen.ok) return chosen
  await releaseSlots({ ...deps, tx }, holder)
  const stretch = withBuffer(chosen, deps.booking)
  if (free.ok) await reserveSlots(tx, holder, usedResources(chosen), stretch)
  else await blockRemaining({ ...deps, tx }, holder, usedResources(chosen), stretch)
  return chosen
}

async function tellNewAddress(deps: BookingDeps, tx: Tx, by: Actor, { id, email, ...visit }: Appointment, now: number) {
  if (!email) return deleteUnsentEmails(tx, id)
  const resent = await resendUnsentTo({ ...deps, tx }, { appointmentId: id }, email)
  if (resent === 0 && isActive(visit) && visit.startsAt > now)
    await sendAppointmentEmails(deps, tx, id, visit.state === 'requested' ? 'booked' : 'accepted', now, { by })
  return undefined
}
