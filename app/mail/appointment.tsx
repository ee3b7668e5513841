import type { Appointment } from '#app/domain/booking/appointment.ts'
import { describeVisit } from '#app/domain/booking/visit-words.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { AppointmentNews } from '#app/domain/outbox/appointment-news.ts'
import { appointmentLetter, appointmentParts as words } from '#content/letters.ts'
import { movableUntil } from '#content/pages/appointment.ts'
import { addressLine } from '#content/site.ts'
import { renderEmail, type RenderedEmail } from './email-frame.tsx'

export type AppointmentLetter = {
  clinic: ClinicFacts
  appointment: Pick<Appointment, 'startsAt' | 'endsAt' | 'state'>
  about: AppointmentNews
  /** The practitioner's, where there are names. */
  withWhom: string | undefined
  /** By video, with the practitioner's link where there is one. */
  video: { url?: string | undefined } | undefined
  /** When the clinic is closed at its time: others near it. */
  freeTimes: string[]
  /** Until when its patient can move it online, in words; undefined once it is too late. */
  movableUntil: string | undefined
  appointmentUrl: string
  bookingUrl: string
  /** The entry for a calendar (RFC 5545). */
  calendar: string
}

const whereOf = (video: AppointmentLetter['video'], clinic: ClinicFacts) =>
  video ? (video.url ? words.byVideoAt(video.url) : words.byVideo) : addressLine(clinic)

/** To the patient. Neither the service nor anything that was typed: anyone can enter anybody's address. */
export function appointmentNews(letter: AppointmentLetter): RenderedEmail {
  const { clinic, appointment, about, withWhom, video } = letter
  const { cannotCome, link } = letter.movableUntil ? words : words.tooLate
  const isOff = about === 'cancelled' || about === 'declined'
  const kind = about === 'booked' && appointment.state === 'requested' ? 'requested' : about
  const rendered = renderEmail({
    clinic,
    words: appointmentLetter[kind],
    parts: [
      {
        rows: [
          { name: words.when, value: describeVisit(appointment, clinic.timeZone) },
          { name: words.where, value: whereOf(video, clinic) },
          ...(withWhom ? [{ name: words.with, value: withWhom }] : []),
        ],
      },
      ...(letter.freeTimes.length > 0 ? [{ paragraph: words.freeTimes(letter.freeTimes.join('; ')) }] : []),
      ...(isOff || about === 'closed' ? [] : [{ paragraph: cannotCome(clinic.phone.display) }]),
      ...(!isOff && about !== 'closed' && letter.movableUntil
        ? [{ paragraph: movableUntil(letter.movableUntil) }]
        : []),
      {
        link: isOff
          ? { label: words.again, url: letter.bookingUrl }
          : about === 'closed'
            ? { label: words.otherTime, url: `${letter.appointmentUrl}/move` }
            : { label: link, url: letter.appointmentUrl },
      },
    ],
  })
  const method = isOff ? 'CANCEL' : 'PUBLISH'
  const type = `text/calendar; charset=utf-8; method=${method}`
  return { ...rendered, attachments: [{ name: 'appointment.ics', type, text: letter.calendar }] }
}
