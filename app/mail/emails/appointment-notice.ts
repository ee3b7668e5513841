import { signInPath } from '#app/domain/accounts/sign-in-path.ts'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import { findPlanOf } from '#app/domain/booking/plans/plans.server.ts'
import { findAppointment } from '#app/domain/booking/appointments.server.ts'
import { toResourceNames } from '#app/domain/booking/service-needs.ts'
import { formatShortAppointmentTime } from '#app/domain/booking/format-appointment.ts'
import type { AppointmentNews } from '#app/domain/outbox/appointment-news.ts'
import { defineEmail } from '#app/mail/define-email.ts'
import { buttonPart } from '#app/mail/parts.tsx'
import { toMoveFacts, toWhen } from '#app/mail/appointment-parts.ts'
import { listDays, type PlanEntry, toPlanFacts } from '#app/mail/plan-parts.ts'
import { sampleAppointment, sampleOrigin } from '#app/mail/samples.ts'
import { appointmentNotice as words } from '#content/emails.ts'

type NoticedNews = AppointmentNews & keyof typeof words.subjects

type Notice = {
  appointment: Pick<Appointment, 'startsAt' | 'endsAt' | 'state' | 'cancelledLate' | 'name' | 'phone'>
  about: NoticedNews
  movedFrom?: number | undefined
  /** Of news about a whole plan, the days that it is about. */
  days?: PlanEntry[] | undefined
  withWhom: string | undefined
  adminUrl: string
}

/** To the clinic: name and time. Only the dashboard shows the service and health answers. */
export const appointmentNotice = defineEmail({
  kind: 'appointment-notice',
  async load(
    { database, booking, config },
    { appointmentId, about, movedFrom, wholePlan },
  ): Promise<Notice | undefined> {
    const appointment = await findAppointment(database.db, appointmentId)
    if (!appointment || !isNoticed(about)) return undefined
    const adminUrl = `${config.publicOrigin}${signInPath(`/admin/appointments/${appointment.id}`)}`
    const days = wholePlan && listDays(about, appointment, await findPlanOf(database.db, appointment))
    const withWhom = toResourceNames(booking, [appointment.person])[0]
    return { appointment, about, days, movedFrom, withWhom, adminUrl }
  },
  head({ appointment, about, days, clinic }) {
    const subject = getSubject(about, appointment)
    const text = words.subjects[subject](formatShortAppointmentTime(appointment, clinic.timeZone))
    return {
      subject: days ? words.ofPlan(text, days.length) : text,
      preview: words.preview,
      headline: words.headlines[subject],
    }
  },
  body: ({ appointment, days, movedFrom, withWhom, adminUrl, clinic }) => [
    {
      facts: [
        ...(days
          ? toPlanFacts(days, clinic)
          : toMoveFacts(toWhen(words.rows.when, appointment, clinic), movedFrom, clinic)),
        { name: words.rows.name, value: appointment.name },
        { name: words.rows.phone, value: appointment.phone },
        ...(withWhom ? [{ name: words.rows.with, value: withWhom }] : []),
      ],
    },
    buttonPart(words.link, adminUrl),
  ],
  why: words.why,
  toClinic: true,
  sample: {
    appointment: sampleAppointment,
    about: 'booked',
    withWhom: undefined,
    adminUrl: `${sampleOrigin}${signInPath('/admin')}`,
  },
})

const isNoticed = (about: AppointmentNews): about is NoticedNews => about in words.subjects

function getSubject(about: NoticedNews, { state, cancelledLate }: Notice['appointment']) {
  if (about === 'booked' && state === 'requested') return 'requested'
  return about === 'cancelled' && cancelledLate ? 'cancelledLate' : about
}
