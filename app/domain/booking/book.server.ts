import type { Db, Tx } from '#app/database/tables.ts'
import { isAvailable } from '#app/domain/catalogue/product.ts'
import { currentServices } from '#app/domain/catalogue/services.ts'
import { sendAppointmentEmails } from './appointment-emails.server.ts'
import type { Appointment } from './appointment.ts'
import { countUse } from '#app/domain/limits/limits.server.ts'
import { findAppointmentOfDraft } from './appointments.server.ts'
import {
  chooseTime,
  insteadOf,
  isUnavailable,
  type Unavailable,
  type UnavailableWithNearest,
} from './choose-time.server.ts'
import { type Draft, eraseDraft } from './drafts.server.ts'
import { insertAppointment } from './insert-appointment.server.ts'
import type { BookingDeps } from './deps.ts'
import { phoneKey } from '#app/domain/shared/phone-number.ts'
import { planFor } from './plan.ts'

type Wish = {
  draft: Draft
  /** Epoch milliseconds. */
  startsAt: number
  /** With one practitioner only; otherwise with whoever has the fewest visits that day. */
  personId?: string | undefined
  /** Where the service offers both ways. */
  byVideo?: boolean | undefined
  now: number
  /** Whether the hour's ceiling counts (ABUSE_LIMITS). */
  isLimited?: boolean
  /** See email-limits. */
  limitedAs?: string | undefined
}

export type Booked =
  /** `isNew` is false for the appointment that the same draft became before: a second click, a reload. */
  | { ok: true; appointment: Pick<Appointment, 'id' | 'startsAt' | 'state'>; isNew: boolean }
  | UnavailableWithNearest
  /** The service is not on offer at present. */
  | { ok: false; reason: 'not-available' }

/** Makes an appointment of a draft: it is stored with its hour, the sealed health answer and its emails, or not at all. */
export async function bookAppointment(deps: BookingDeps, wish: Wish): Promise<Booked> {
  const { draft, startsAt, personId, byVideo, now } = wish
  const { database, clinic, booking } = deps
  const reading = { db: database.db, clinic, booking }
  const time = { serviceId: draft.serviceId, startsAt, personId, byVideo, now }
  if (!isOnOffer(deps, draft.serviceId, now)) return before(database.db, draft, { ok: false, reason: 'not-available' })
  // Most people who were too late learn it here, without waiting to write.
  const chosen = await chooseTime(reading, time)
  const booked = chosen.ok ? await store(deps, wish) : chosen
  if (!isUnavailable(booked)) return booked
  return before(database.db, draft, { ...booked, nearest: await insteadOf(reading, time) })
}

/** What was lost may have been lost to the draft's own first press. */
async function before<Otherwise>(db: Db, draft: Draft, otherwise: Otherwise) {
  const appointment = await findAppointmentOfDraft(db, draft.id)
  return appointment ? ({ ok: true, appointment, isNew: false } as const) : otherwise
}

/** Only here, under the rule that keeps two visits apart, is it decided who gets the hour. */
function store(deps: BookingDeps, wish: Wish): Promise<Exclude<Booked, UnavailableWithNearest> | Unavailable> {
  const { draft, now } = wish
  return deps.database.transaction(async (tx) => {
    const made = await before(tx, draft, undefined)
    if (made) return made

    const chosen = await chooseTime({ ...deps, db: tx }, { ...wish, serviceId: draft.serviceId })
    if (!chosen.ok) return chosen

    const state = (await isRequest(deps, tx, wish)) ? 'requested' : 'confirmed'
    const { id: draftId, serviceId, patient } = draft
    const appointment = await insertAppointment(deps, tx, { draftId, serviceId, state, patient, now }, chosen)
    await eraseDraft({ ...deps, tx }, draft.id)
    await sendAppointmentEmails(deps, tx, appointment.id, 'booked', now, { by: 'patient', limitedAs: wish.limitedAs })
    await deps.pages.purge(tx, 'booking')
    return { ok: true, appointment, isNew: true }
  })
}

/** The clinic may have taken it off since the form was filled in. */
function isOnOffer({ clinic }: BookingDeps, serviceId: string, now: number) {
  const service = currentServices(clinic.facts(now)).find(({ id }) => id === serviceId)
  return service === undefined || isAvailable(service)
}

/**
 * Whether the clinic confirms it first: as the service wants it, or because this is more than one person or one hour
 * brings. All of these are answered alike, so that nobody learns whose address or phone is known.
 */
async function isRequest(deps: BookingDeps, tx: Tx, wish: Wish) {
  const { confirmedByClinic } = planFor(deps.booking, wish.draft.serviceId)
  return confirmedByClinic || (await hasManyUpcoming(deps, tx, wish)) || (await isBeyondHour(deps, tx, wish))
}

/** The same address and phone together; two at once from the same person must not both be the third. */
async function hasManyUpcoming({ database, booking }: BookingDeps, tx: Tx, { draft: { patient }, now }: Wish) {
  const digits = phoneKey(patient.phone)
  await database.takeAdvisoryLock(tx, `upcoming:${patient.email}:${digits}`)
  const upcoming = await tx
    .selectFrom('appointments')
    .select('id')
    .where('email', '=', patient.email)
    .where('phoneDigits', '=', digits)
    .where('startsAt', '>', now)
    // One that is canceled may come back while that can be undone.
    .where((visit) => visit.or([visit('state', 'in', ['requested', 'confirmed']), visit('undoUntil', '>', now)]))
    .limit(booking.mostUpcoming)
    .execute()
  return upcoming.length >= booking.mostUpcoming
}

/** No program takes more of the calendar by itself, from however many networks. */
async function isBeyondHour({ booking }: BookingDeps, tx: Tx, { isLimited, now }: Wish) {
  if (!isLimited) return false
  const limit = { most: booking.mostOnlinePerHour, windowMs: 3_600_000 }
  return !(await countUse({ tx }, 'online-bookings', limit, now)).ok
}
