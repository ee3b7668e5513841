import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Tx } from '#app/database/tables.ts'
import type { Actor } from '#app/domain/audit/audit.server.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import { finishChange } from '#app/domain/booking/appointment-change.server.ts'
import { scheduleReminder } from '#app/domain/booking/appointment-emails.server.ts'
import type { AppointmentState } from '#app/domain/booking/appointment.ts'
import { findAppointmentOfDraft } from '#app/domain/booking/appointments.server.ts'
import { type telephoneForm, withoutNotice } from '#app/domain/booking/book-by-telephone.server.ts'
import { slotMinutes } from '#app/domain/booking/booking-content.ts'
import type { ChosenTime, Unavailable } from '#app/domain/booking/choose-time.server.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { type Draft, eraseDraft } from '#app/domain/booking/drafts.server.ts'
import { insertAppointment } from '#app/domain/booking/insert-appointment.server.ts'
import { type Due, findDue, toPayable, toShownDue, toTerms } from '#app/domain/booking/money/pay-ahead.ts'
import { askForPayment } from '#app/domain/booking/money/payment-emails.server.ts'
import { needsConfirmation } from '#app/domain/booking/needs-confirmation.server.ts'
import { type OpenTime, withBuffer } from '#app/domain/booking/open-times.ts'
import { lockOwnHours } from '#app/domain/booking/own-hours/own-hours.server.ts'
import { consentFromDraft } from '#app/domain/booking/text-reminders.server.ts'
import type { Contact } from '#app/domain/booking/patient-fields.ts'
import { fitPlan } from './plan-rules.ts'
import { findPlanOnOffer, type PlanTemplate, type TemplateDay } from './plan-template.ts'
import { findChosenTimes } from './proposals.server.ts'
import type { PlanDay } from './propose.ts'

type PlanBooked = {
  ok: true
  /** Undefined if the draft was booked as a single appointment before. */
  planId: string | undefined
  /** Of the first day. */
  appointmentId: string
  state: AppointmentState
}

/** A day that could not be reserved; `planDay` counts from 1. */
export type FailedDay = { planDay: number; reason: Unavailable['reason'] }

export type PlanRejected =
  /** Nothing was reserved: these days are not free (any more). */
  | { ok: false; reason: 'days-taken'; failed: FailedDay[] }
  /** The days don't fit the template, or each other. */
  | { ok: false; reason: 'not-planned' }
  /** The clinic does not offer it at present. */
  | { ok: false; reason: 'not-available' }

type PlanRequest = {
  draft: Draft
  days: readonly PlanDay[]
  now: number
  /** Whether the limit of online bookings an hour counts (ABUSE_LIMITS). */
  isLimited?: boolean
  /** See email-limits. */
  limitedAs?: string | undefined
  /** What the patient was shown of the payment; see `toShownDue`. */
  shownDue?: string | undefined
}

/**
 * Turns a draft into all appointments of a plan, or into none. A draft that was booked already (a second click, a reload)
 * returns what was booked.
 */
export async function bookPlan(
  deps: BookingDeps,
  { draft, days, now, isLimited, limitedAs, shownDue }: PlanRequest,
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
    const mustAsk = fit === 'spread' || (await needsConfirmation(deps, tx, { serviceIds, patient, isLimited, now }))
    const state = mustAsk ? 'requested' : 'confirmed'
    const plan = await insertPlan(deps, tx, { template, chosen: chosen.days, draftId, state, patient, due, now })
    await eraseDraft({ ...deps, tx }, draftId)
    const { appointmentId } = plan
    if (due) await askForPayment(deps, tx, { id: appointmentId, email: patient.email }, limitedAs)
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
  actor: Actor,
  { template, days, patient, patientId, now }: ClinicsPlan,
): Promise<PlanBooked | PlanRejected> {
  if (days.length === 0 || days.length !== template.days.length) return { ok: false, reason: 'not-planned' }
  const free = withoutNotice({ ...deps, booking: { ...deps.booking, stepMinutes: slotMinutes } })
  return deps.database.transaction(async (tx) => {
    const chosen = await chooseDays(free, tx, {
      template: { ...template, daysOff: [], days: template.days.map(anyHour) },
      days,
      now,
    })
    if (!chosen.ok) return chosen
    const contact = { ...patient, email: patient.email ?? '' }
    const made = { template, chosen: chosen.days, patient: contact, patientId, state: 'confirmed', now } as const
    const plan = await insertPlan(deps, tx, made)
    const detail = describePlan(deps, template, chosen.days, now)
    await finishChange(deps, tx, actor, { id: plan.appointmentId, news: 'booked', wholePlan: true, detail, now })
    return plan
  })
}

const anyHour = ({ serviceId, needs, gap }: TemplateDay): TemplateDay => ({ serviceId, needs, gap })

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

type Wished = Pick<ClinicsPlan, 'template' | 'days' | 'now'>

/** Whether each day is free, and who and which room take it; otherwise all days that are not. All of it is read at once. */
async function chooseDays(
  deps: BookingDeps,
  tx: Tx,
  { template, days, now }: Wished,
): Promise<{ ok: true; days: ChosenTime[] } | Extract<PlanRejected, { reason: 'days-taken' | 'not-planned' }>> {
  await lockOwnHours({ ...deps, tx }, { shared: true })
  // Many plans of the same weeks would otherwise fail and be tried again in turns.
  await deps.database.takeAdvisoryLock(tx, 'booking of a plan')
  const times = await findChosenTimes({ ...deps, db: tx }, { template, days, now })
  if (!times.every((time) => time !== undefined)) {
    const offered = await findChosenTimes({ ...deps, db: tx }, { template, days, isEmpty: true, now })
    const toReason = (place: number) => (offered[place] ? ('taken' as const) : ('not-offered' as const))
    const failed = times.flatMap((time, place) => (time ? [] : [{ planDay: place + 1, reason: toReason(place) }]))
    return { ok: false, reason: 'days-taken', failed }
  }
  const chosen = times.map((time, place) => toChosen(time, template.days[place]!))
  return isInOrder(deps, chosen) ? { ok: true, days: chosen } : { ok: false, reason: 'not-planned' }
}

function toChosen({ people, ...time }: OpenTime, { needs: { together } }: TemplateDay): ChosenTime {
  const [person, ...assistants] = people.slice(0, together).map(({ resource }) => resource)
  return { ok: true, ...time, person: person!, assistants, isForced: false }
}

/** One after the other: nobody can be treated twice at a time. */
const isInOrder = ({ booking }: BookingDeps, chosen: readonly ChosenTime[]) =>
  chosen.every((time, place) => {
    const before = chosen[place - 1]
    return before === undefined || withBuffer(before, booking).until <= time.startsAt
  })

type NewPlan = {
  template: PlanTemplate
  chosen: readonly ChosenTime[]
  draftId?: string
  state: 'requested' | 'confirmed'
  patient: Contact & { health?: string | undefined }
  patientId?: string | undefined
  due?: Due | undefined
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
  return { ok: true, planId, appointmentId: ids[0]!, state: payable ? 'requested' : shared.state }
}
