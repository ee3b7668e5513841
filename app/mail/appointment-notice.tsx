import type { Appointment } from '#app/domain/booking/appointment.ts'
import { describeVisit, describeVisitShortly } from '#app/domain/booking/visit-words.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { appointmentNotice as words } from '#content/letters.ts'
import { renderEmail, type RenderedEmail } from './email-frame.tsx'

export type NoticedNews = 'booked' | 'moved' | 'cancelled' | 'restored'

type Notice = {
  clinic: ClinicFacts
  appointment: Pick<Appointment, 'startsAt' | 'endsAt' | 'state' | 'cancelledLate' | 'name' | 'phone'>
  about: NoticedNews
  withWhom: string | undefined
  adminUrl: string
}

/** To the clinic: who and when. What for, and how the patient is, only the dashboard shows. */
export function appointmentNotice({ clinic, appointment, about, withWhom, adminUrl }: Notice): RenderedEmail {
  const kind =
    about === 'booked' && appointment.state === 'requested'
      ? 'requested'
      : about === 'cancelled' && appointment.cancelledLate
        ? 'cancelledLate'
        : about
  return renderEmail({
    clinic,
    words: {
      subject: words.subjects[kind](describeVisitShortly(appointment, clinic.timeZone)),
      preview: words.preview,
      paragraphs: [],
    },
    parts: [
      {
        rows: [
          { name: words.rows.when, value: describeVisit(appointment, clinic.timeZone) },
          { name: words.rows.name, value: appointment.name },
          { name: words.rows.phone, value: appointment.phone },
          ...(withWhom ? [{ name: words.rows.with, value: withWhom }] : []),
        ],
      },
      { link: { label: words.link, url: adminUrl } },
    ],
  })
}
