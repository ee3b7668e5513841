import { type Appointment, type CalendarEntry, isActive } from '#app/domain/booking/appointment.ts'
import { type NumberedDay, numberDays } from '#app/domain/booking/plans/booked-plan.ts'
import { formatTimeOfDay } from '#app/domain/booking/format-appointment.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { Content } from '#app/domain/content/content-record.ts'
import type { AppointmentNews } from '#app/domain/outbox/appointment-news.ts'
import { clinicDate, formatDay } from '#app/domain/shared/clinic-time.ts'
import { appointmentParts as words } from '#content/emails.ts'
import { toWhen } from './appointment-parts.ts'
import { fillInTexts } from './email-texts.ts'
import type { Fact } from './parts.tsx'

/** What an email says of a day of a plan, with its number as on the page. */
export type PlanEntry = CalendarEntry & Pick<NumberedDay, 'number'>

/**
 * The days of the appointment's plan that the news is about: a cancellation is about those that were canceled with it, and
 * a move about those from the first one that moved.
 */
export function listDays(
  about: AppointmentNews,
  appointment: Appointment,
  plan: { days: readonly Appointment[] } | undefined,
): NumberedDay[] {
  const days = numberDays(plan?.days ?? []).filter((day) => {
    if (about === 'cancelled') return day.state === about && day.cancelToldAt === appointment.cancelToldAt
    if (about === 'moved') return isActive(day) && day.startsAt >= appointment.startsAt
    return about === 'declined' ? day.state === about : isActive(day)
  })
  return days.length > 0 ? days : [{ ...appointment, number: 1 }]
}

export function planTexts(
  texts: Content<'appointment-emails'>,
  about: AppointmentNews,
  days: readonly CalendarEntry[],
  { timeZone }: Pick<ClinicFacts, 'timeZone'>,
  isUnheld: boolean,
) {
  const first = days[0]!
  const isAsked = about === 'booked' && days.some(({ state }) => state === 'requested')
  const date = clinicDate(first.startsAt, timeZone)
  const asked = isUnheld ? 'planUnheld' : 'planRequested'
  return fillInTexts(texts[isAsked ? asked : (textNames[about] ?? 'planBooked')], {
    day: formatDay(date, date),
    time: formatTimeOfDay(first.startsAt, timeZone),
    count: String(days.length),
  })
}

const textNames = {
  booked: 'planBooked',
  moved: 'planMoved',
  cancelled: 'planCancelled',
  restored: 'planRestored',
  accepted: 'planAccepted',
  declined: 'planDeclined',
} satisfies Partial<Record<AppointmentNews, keyof Content<'appointment-emails'>>> as Partial<
  Record<
    AppointmentNews,
    'planBooked' | 'planMoved' | 'planCancelled' | 'planRestored' | 'planAccepted' | 'planDeclined'
  >
>

/** A line for each day. */
export const toPlanFacts = (
  days: readonly PlanEntry[],
  clinic: Pick<ClinicFacts, 'timeZone'>,
  { isOff = false } = {},
): Fact[] =>
  days.map((day) => {
    const when = toWhen(words.ofPlan(day.number), day, clinic)
    return isOff ? { ...when, value: `${when.value}, ${when.detail}`, detail: '', isOff } : when
  })

const dayMs = 86_400_000

/** A sample of each piece of news about a plan. */
export function planSamples<Sample extends { appointment: CalendarEntry }>(sample: Sample) {
  const toDays = (state: CalendarEntry['state']) =>
    [0, 1, 2].map((index) => ({
      ...sample.appointment,
      id: `sample-${index}`,
      number: index + 1,
      state,
      startsAt: sample.appointment.startsAt + index * dayMs,
      endsAt: sample.appointment.endsAt + index * dayMs,
    }))
  return [
    { ...sample, about: 'booked' as const, days: toDays('requested') },
    ...(['booked', 'moved', 'cancelled', 'restored', 'accepted', 'declined'] as const).map((about) => ({
      ...sample,
      about,
      days: toDays('confirmed'),
    })),
  ]
}
