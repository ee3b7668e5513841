import type { Tx } from '#app/database/tables.ts'
import { findService } from '#app/domain/catalogue/services.ts'
import { countUse } from '#app/domain/limits/limits.server.ts'
import { listJoinedRecords } from '#app/domain/patients/join-patient.server.ts'
import { phoneKey } from '#app/domain/shared/phone-number.server.ts'
import { finishChange } from './appointment-change.server.ts'
import { activeStates, type Appointment } from './appointment.ts'
import { consentFromDraft } from './text-reminders.server.ts'
import { findAppointmentOfDraft } from './appointments.server.ts'
import { findNearestTimes } from './availability.server.ts'
import { chooseTime, type TimeRequest, type UnavailableWithNearest } from './choose-time.server.ts'
import type { BookingDeps } from './deps.ts'
import { type Draft, eraseDraft } from './drafts.server.ts'
import { insertAppointment } from './insert-appointment.server.ts'
import { needsFor } from './service-needs.ts'

type BookingRequest = Pick<TimeRequest, 'startsAt' | 'personId' | 'byVideo' | 'now'> & {
  draft: Draft
  /** Whether the limit of online bookings an hour counts (ABUSE_LIMITS). */
  isLimited?: boolean
  /** See email-limits. */
  limitedAs?: string | undefined
}

export type Booked =
  | { ok: true; appointment: Pick<Appointment, 'id' | 'startsAt' | 'state'> }
  | UnavailableWithNearest
  /** The clinic does not offer the service at present. */
  | { ok: false; reason: 'not-available' }

/**
 * Turns a draft into an appointment, with its slots, its sealed health answer and its emails in one transaction. A draft
 * that was booked already (a second click, a reload) returns its appointment. The primary key of `held_quanta` decides who
 * gets the time.
 */
export async function bookAppointment(deps: BookingDeps, request: BookingRequest): Promise<Booked> {
  const { draft, now, limitedAs } = request
  const { id: draftId, serviceId, patient } = draft
  return deps.database.transaction(async (tx) => {
    const booked = await findBooked(tx, draft)
    if (booked) return booked
    if (isUnavailableService(deps, serviceId)) return { ok: false, reason: 'not-available' }
    const reading = { ...deps, db: tx }
    const time = { ...request, serviceId }
    const chosen = await chooseTime(reading, time)
    if (!chosen.ok)
      // The draft's own first click may just have taken the time.
      return (await findBooked(tx, draft)) ?? { ...chosen, nearest: await findNearestTimes(reading, time) }

    const state = (await needsConfirmation(deps, tx, request)) ? 'requested' : 'confirmed'
    const appointment = await insertAppointment(deps, tx, { draftId, serviceId, state, patient, now }, chosen)
    await eraseDraft({ ...deps, tx }, draftId)
    await finishChange(deps, tx, 'patient', { id: appointment.id, news: 'booked', now, limitedAs })
    await consentFromDraft(deps, tx, draft, { appointmentId: appointment.id, now })
    return { ok: true, appointment }
  })
}

async function findBooked(tx: Tx, draft: Draft) {
  const appointment = await findAppointmentOfDraft(tx, draft.id)
  return appointment && ({ ok: true, appointment } as const)
}

/** The clinic may have made it unavailable after the form was filled in. */
const isUnavailableService = ({ content }: BookingDeps, serviceId: string) =>
  findService(content, serviceId)?.available === false

/**
 * Whether the clinic confirms the appointment first: because the service requires it, or because of a limit for one
 * person or one hour. The patient sees the same answer in each case, so it does not reveal known addresses or phones.
 */
async function needsConfirmation(deps: BookingDeps, tx: Tx, request: BookingRequest) {
  const { confirmedByClinic } = needsFor(deps.booking, request.draft.serviceId)
  return confirmedByClinic || (await hasManyUpcoming(deps, tx, request)) || (await isBeyondHour(deps, tx, request))
}

/**
 * Counts appointments of the person, and those with the same address and phone. The locks stop simultaneous requests from
 * passing the limit.
 */
async function hasManyUpcoming(
  { database, booking }: BookingDeps,
  tx: Tx,
  { draft: { patient }, now }: BookingRequest,
) {
  const digits = phoneKey(patient.phone)
  await database.takeAdvisoryLock(tx, `upcoming:${patient.email}:${digits}`)
  const records = await listJoinedRecords(tx, patient)
  if (records[0]) await database.takeAdvisoryLock(tx, `upcoming of person:${records.toSorted()[0]}`)
  const upcoming = await tx
    .selectFrom('appointments')
    .select('id')
    .where((row) =>
      row.or([
        row('patientId', 'in', records),
        row.and([row('email', '=', patient.email), row('phoneDigits', '=', digits)]),
      ]),
    )
    .where('startsAt', '>', now)
    // A canceled one may come back while the cancellation can be undone.
    .where((row) => row.or([row('state', 'in', activeStates), row('undoUntil', '>', now)]))
    .limit(booking.mostUpcoming)
    .execute()
  return upcoming.length >= booking.mostUpcoming
}

/** Limits what a bot can book, from however many networks. */
async function isBeyondHour({ booking }: BookingDeps, tx: Tx, { isLimited, now }: BookingRequest) {
  if (!isLimited) return false
  const limit = { most: booking.mostOnlinePerHour, windowMs: 3_600_000 }
  return !(await countUse({ tx }, 'online-bookings', limit, now)).ok
}
