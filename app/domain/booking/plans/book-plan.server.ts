import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Tx } from '#app/database/tables.ts'
import type { ScopedActor } from '#app/domain/audit/audit.server.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import { finishChange } from '#app/domain/booking/appointment-change.server.ts'
import { scheduleReminder } from '#app/domain/booking/appointment-emails.server.ts'
import type { AppointmentState } from '#app/domain/booking/appointment.ts'
import { findAppointmentOfDraft } from '#app/domain/booking/appointments.server.ts'
import type { telephoneForm } from '#app/domain/booking/book-by-telephone.server.ts'
import { atAnySlot, withoutNotice } from '#app/domain/booking/booking-rules.ts'
import type { ChosenTime } from '#app/domain/booking/choose-time.server.ts'
import type { BookingDeps, ChangedBy } from '#app/domain/booking/deps.ts'
import { type Draft, eraseDraft } from '#app/domain/booking/drafts.server.ts'
import { findHoldBack, type Visitor } from '#app/domain/booking/held-back/gate.server.ts'
import { insertAppointment, type Online } from '#app/domain/booking/insert-appointment.server.ts'
import { type Due, findDue, toPayable, toShownDue, toTerms } from '#app/domain/booking/money/pay-ahead.ts'
import { askForPayment } from '#app/domain/booking/money/payment-emails.server.ts'
import { needsConfirmation } from '#app/domain/booking/needs-confirmation.server.ts'
import { consentFromDraft } from '#app/domain/booking/text-reminders.server.ts'
import type { Contact } from '#app/domain/patients/patient-fields.ts'
import { atAnyHour, chooseDays, type DaysRejected } from './choose-days.server.ts'
import { fitPlan } from './plan-rules.ts'
import { findPlanOnOffer, type PlanTemplate } from './plan-template.ts'
import type { PlanDay } from './propose.ts'

type PlanBooked = {
  ok: true
  /** Undefined if the draft was booked as a single appointment before. */
  planId: string | undefined
  /** Of the first day. */
  appointmentId: string
  state: AppointmentState
}

export type PlanRejected =
  | DaysRejected
  /** The clinic does not offer it at present. */
  | { ok: false; reason: 'not-available' }

type PlanRequest = Visitor & {
  draft: Draft
  days: readonly PlanDay[]
  now: number
  /** What the patient was shown of the payment; see `toShownDue`. */
  shownDue?: string | undefined
}

/**
 * Turns a draft into all appointments of a plan, or into none. A draft that was booked already (a second click, a reload)
 * returns what was booked.
 */
export async function bookPlan(
  deps: BookingDeps,
  { draft, days, now, sender, isAddressProved, shownDue }: PlanRequest,
): Promise<PlanBooked | PlanRejected | { ok: false; reason: 'due-changed' }> {
  const { id: draftId, patient } = draft
  return deps.database.transaction(async (tx) => {
    const booked = await findBooked(tx, draftId)
    if (booked) return booked
    const template = findPlanOnOffer(deps.content, draft.planId)
    if (!template) return { ok: false, reason: 'not-available' }
    const due = findDue(deps, { serviceId: draft.serviceId, templateId: template.id })
    if (toShownDue(due) !== (shownDue ?? '')) return { ok: false, reason: 'due-changed' }
    const fit = fitPlan(
      template,
      days.map(({ startsAt }) => startsAt),
      deps.clinic.facts(now),
    )
    if (fit === 'not-planned') return { ok: false, reason: 'not-planned' }
    const chosen = await chooseDays(deps, tx, { template, days, now })
    // The draft's own first click may just have taken the times.
    if (!chosen.ok) return (await findBooked(tx, draftId)) ?? chosen
    const serviceIds = template.days.map(({ serviceId }) => serviceId)
    const visitor = { sender, isAddressProved }
    const heldBack = await findHoldBack(deps, tx, { ...visitor, email: patient.email, now })
    const mustAsk = fit === 'spread' || (await needsConfirmation(deps, tx, { serviceIds, patient, now }))
    const state = mustAsk ? 'requested' : 'confirmed'
    // Nothing is paid for what holds no time.
    const toPay = heldBack ? undefined : due
    const made = {
      template,
      chosen: chosen.days,
      draftId,
      state,
      patient,
      online: { ...visitor, heldBack },
      now,
    } as const
    const plan = await insertPlan(deps, tx, { ...made, by: 'patient', due: toPay })
    await eraseDraft({ ...deps, tx }, draftId)
    const { appointmentId } = plan
    const limitedAs = sender?.address
    if (toPay) await askForPayment(deps, tx, { id: appointmentId, email: patient.email }, limitedAs)
    else await finishChange(deps, tx, 'patient', { id: appointmentId, news: 'booked', wholePlan: true, now, limitedAs })
    await consentFromDraft(deps, tx, draft, { appointmentId, now })
    return plan
  })
}

async function findBooked(tx: Tx, draftId: string): Promise<PlanBooked | undefined> {
  const first = await findAppointmentOfDraft(tx, draftId)
  return first && { ok: true, planId: first.planId, appointmentId: first.id, state: first.state }
}

type ClinicsPlan = {
  /** A template of the clinic, or days that staff put together. */
  template: PlanTemplate
  days: readonly PlanDay[]
  patient: z.output<typeof telephoneForm>
  /** A record that staff chose for it. */
  patientId?: string | undefined
  now: number
}

/** Books all days of a plan for a patient, or none; it is confirmed at once. Staff may space them as they like. */
export async function bookPlanByTelephone(
  deps: BookingDeps,
  actor: ScopedActor,
  { template, days, patient, patientId, now }: ClinicsPlan,
): Promise<PlanBooked | PlanRejected> {
  if (days.length === 0 || days.length !== template.days.length) return { ok: false, reason: 'not-planned' }
  const free = withoutNotice(atAnySlot(deps))
  return deps.database.transaction(async (tx) => {
    const chosen = await chooseDays(free, tx, {
      template: { ...template, daysOff: [], days: template.days.map(atAnyHour) },
      days,
      now,
    })
    if (!chosen.ok) return chosen
    const contact = { ...patient, email: patient.email ?? '' }
    const made = { template, chosen: chosen.days, patient: contact, patientId, state: 'confirmed', now } as const
    const plan = await insertPlan(deps, tx, { ...made, by: actor })
    const detail = describePlan(deps, template, chosen.days, now)
    await finishChange(deps, tx, actor, { id: plan.appointmentId, news: 'booked', wholePlan: true, detail, now })
    return plan
  })
}

/** For the audit trail: 'Panchakarma, 7 days: Nov 27, 2026, 10:30 am to Dec 4, 2026, 10:30 am'. */
function describePlan(
  { clinic }: BookingDeps,
  { title }: Pick<PlanTemplate, 'title'>,
  chosen: readonly ChosenTime[],
  now: number,
) {
  const { timeZone } = clinic.facts(now)
  const [first, last] = [chosen[0]!, chosen.at(-1)!].map(({ startsAt }) => formatClinicMoment(startsAt, timeZone))
  return `${title}: ${first} to ${last}`
}

type NewPlan = {
  template: PlanTemplate
  chosen: readonly ChosenTime[]
  draftId?: string
  state: 'requested' | 'confirmed'
  by: ChangedBy
  patient: Contact & { health?: string | undefined }
  patientId?: string | undefined
  due?: Due | undefined
  online?: Online | undefined
  now: number
}

/** Each day is an appointment with its own slots, of one patient record; the first one carries the draft. */
async function insertPlan(
  deps: BookingDeps,
  tx: Tx,
  { template, chosen, draftId, due, now, patientId, ...shared }: NewPlan,
): Promise<PlanBooked> {
  const planId = randomUUID()
  await tx
    .insertInto('plans')
    .values({
      id: planId,
      templateId: template.id,
      title: template.title,
      bookedAt: now,
      ...(due && toTerms(due)),
    })
    .execute()
  const payable = due && toPayable(shared.state, now)
  const ids: string[] = []
  let recordId = patientId
  for (const [place, time] of chosen.entries()) {
    const plan = { id: planId, day: place + 1 }
    const { serviceId } = template.days[place]!
    const only = place === 0 && draftId !== undefined ? { draftId } : {}
    const day = { ...shared, ...only, patientId: recordId, serviceId, plan, payable, now }
    const { id, startsAt, ...added } = await insertAppointment(deps, tx, day, time)
    recordId = added.patientId
    ids.push(id)
    if (place > 0 && !payable) await scheduleReminder(deps, tx, { appointmentId: id, startsAt }, now)
  }
  const isAsked = payable !== undefined || shared.online?.heldBack !== undefined
  return { ok: true, planId, appointmentId: ids[0]!, state: isAsked ? 'requested' : shared.state }
}
