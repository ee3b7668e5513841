import { signInPath } from '#app/domain/accounts/sign-in-path.ts'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import { findAppointment } from '#app/domain/booking/appointments.server.ts'
import { toResourceNames } from '#app/domain/booking/service-needs.ts'
import { formatShortAppointmentTime } from '#app/domain/booking/format-appointment.ts'
import type { AppointmentNews } from '#app/domain/outbox/appointment-news.ts'
import { defineEmail } from '#app/mail/define-email.ts'
import { buttonPart } from '#app/mail/parts.tsx'
import { toMoveFacts, toWhen } from '#app/mail/appointment-parts.ts'
import { sampleAppointment, sampleOrigin } from '#app/mail/samples.ts'
import { appointmentNotice as words } from '#content/emails.ts'

type NoticedNews = AppointmentNews & keyof typeof words.subjects

type Notice = {
  appointment: Pick<Appointment, 'startsAt' | 'endsAt' | 'state' | 'cancelledLate' | 'name' | 'phone'>
  about: NoticedNews
  movedFrom?: number | undefined
  withWhom: string | undefined
  adminUrl: string
}

/** To the clinic: name and time. Only the dashboard shows the service and health answers. */
export const appointmentNotice = defineEmail({
  kind: 'appointment-notice',
  async load({ database, booking, config }, { appointmentId, about, movedFrom }): Promise<Notice | undefined> {
    const appointment = await findAppointment(database.db, appointmentId)
    if (!appointment || !isNoticed(about)) return undefined
    const adminUrl = `${config.publicOrigin}${signInPath(`/admin/appointments/${appointment.id}`)}`
    return { appointment, about, movedFrom, withWhom: toResourceNames(booking, [appointment.person])[0], adminUrl }
  },
  head({ appointment, about, clinic }) {
    const subject = getSubject(about, appointment)
    return {
      subject: words.subjects[subject](formatShortAppointmentTime(appointment, clinic.timeZone)),
      preview: words.preview,
      headline: words.headlines[subject],
    }
  },
  body: ({ appointment, movedFrom, withWhom, adminUrl, clinic }) => [
    {
      facts: [
        ...toMoveFacts(toWhen(words.rows.when, appointment, clinic), movedFrom, clinic),
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
