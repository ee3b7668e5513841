import type { Tx } from '#app/database/tables.ts'
import { findService } from '#app/domain/catalogue/services.ts'
import { finishChange } from './appointment-change.server.ts'
import type { Appointment } from './appointment.ts'
import { consentFromDraft } from './text-reminders.server.ts'
import { findAppointmentOfDraft } from './appointments.server.ts'
import { findNearestTimes } from './availability.server.ts'
import { chooseTime, type TimeRequest, type UnavailableWithNearest } from './choose-time.server.ts'
import type { BookingDeps } from './deps.ts'
import { type Draft, eraseDraft } from './drafts.server.ts'
import { findHoldBack, type Visitor } from './held-back/gate.server.ts'
import { insertAppointment } from './insert-appointment.server.ts'
import { findDue, toPayable, toShownDue, toTerms } from './money/pay-ahead.ts'
import { askForPayment } from './money/payment-emails.server.ts'
import { needsConfirmation } from './needs-confirmation.server.ts'

type BookingRequest = Pick<TimeRequest, 'startsAt' | 'personId' | 'byVideo' | 'now'> &
  Visitor & {
    draft: Draft
    /** What the patient was shown of the payment; see `toShownDue`. */
    shownDue?: string | undefined
  }

export type Booked =
  | { ok: true; appointment: Pick<Appointment, 'id' | 'startsAt' | 'state'> }
  | UnavailableWithNearest
  /** The clinic does not offer the service at present. */
  | { ok: false; reason: 'not-available' }
  /** What is to be paid is no longer what the patient was shown. */
  | { ok: false; reason: 'due-changed' }

/**
 * Turns a draft into an appointment, with its slots, its sealed health answer and its emails in one transaction. A draft
 * that was booked already (a second click, a reload) returns its appointment. The primary key of `held_quanta` decides who
 * gets the time.
 */
export async function bookAppointment(deps: BookingDeps, request: BookingRequest): Promise<Booked> {
  const { draft, now, sender, isAddressProved, shownDue } = request
  const { id: draftId, serviceId, patient } = draft
  return deps.database.transaction(async (tx) => {
    const booked = await findBooked(tx, draft)
    if (booked) return booked
    if (isUnavailableService(deps, serviceId)) return { ok: false, reason: 'not-available' }
    const due = findDue(deps, { serviceId })
    if (toShownDue(due) !== (shownDue ?? '')) return { ok: false, reason: 'due-changed' }
    const reading = { ...deps, db: tx }
    const time = { ...request, serviceId }
    const chosen = await chooseTime(reading, time)
    if (!chosen.ok)
      // The draft's own first click may just have taken the time.
      return (await findBooked(tx, draft)) ?? { ...chosen, nearest: await findNearestTimes(reading, time) }

    const visitor = { sender, isAddressProved }
    const heldBack = await findHoldBack(deps, tx, { ...visitor, email: patient.email, now })
    const wish = { serviceIds: [serviceId], patient, now }
    const state = (await needsConfirmation(deps, tx, wish)) ? 'requested' : 'confirmed'
    // Nothing is paid for what holds no time.
    const toPay = heldBack ? undefined : due
    const payable = toPay && { ...toPayable(state, now), ...toTerms(toPay) }
    const online = { ...visitor, heldBack }
    const added = { draftId, by: 'patient', serviceId, state, patient, payable, online, now } as const
    const appointment = await insertAppointment(deps, tx, added, chosen)
    await eraseDraft({ ...deps, tx }, draftId)
    const limitedAs = sender?.address
    if (toPay) await askForPayment(deps, tx, { id: appointment.id, email: patient.email }, limitedAs)
    else await finishChange(deps, tx, 'patient', { id: appointment.id, news: 'booked', now, limitedAs })
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
