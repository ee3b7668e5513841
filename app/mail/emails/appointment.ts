import { type Appointment, isActive, movableUntil as movableUntilOf } from '#app/domain/booking/appointment.ts'
import { findAppointment } from '#app/domain/booking/appointments.server.ts'
import { findNearestTimes } from '#app/domain/booking/availability.server.ts'
import { calendarEntry } from '#app/domain/booking/calendar-entry.server.ts'
import { toResourceNames, getVideo } from '#app/domain/booking/plan.ts'
import {
  formatAppointmentTime,
  formatShortAppointmentTime,
  formatMovableUntil,
} from '#app/domain/booking/format-appointment.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { AppointmentNews } from '#app/domain/outbox/appointment-news.ts'
import { defineEmail, type EmailDeps } from '#app/mail/define-email.ts'
import { appointmentUrl } from '#app/mail/links.ts'
import { linkPart, paragraphs } from '#app/mail/parts.tsx'
import { sampleAppointment, sampleLink, sampleOrigin } from '#app/mail/samples.ts'
import { appointmentEmail as texts, appointmentParts as words } from '#content/emails.ts'
import { movableUntil } from '#content/pages/appointment.ts'
import { addressLine } from '#content/site.ts'

type AppointmentEmail = {
  appointment: Parameters<typeof calendarEntry>[0]
  about: AppointmentNews
  /** The practitioner's name. */
  withWhom: string | undefined
  /** Set if it is by video; `url`: the practitioner's link. */
  video: { url?: string | undefined } | undefined
  /** Nearby times, if the clinic is closed at the time of the appointment. */
  freeTimes: string[]
  /** Until when the patient can move it online; undefined once it is too late. */
  movableUntil: string | undefined
  appointmentUrl: string
  bookingUrl: string
}

/** To the patient, without the service and without typed text: any visitor can enter any address. */
export const appointmentEmail = defineEmail({
  kind: 'appointment',
  async load(deps, { appointmentId, about, startsAt }): Promise<AppointmentEmail | undefined> {
    const { database, booking, config } = deps
    const appointment = await findAppointment(database.db, appointmentId)
    if (!appointment || !isUpToDate(about, appointment)) return undefined
    if (about === 'closed' && appointment.startsAt !== startsAt) return undefined
    const now = Date.now()
    const clinic = deps.clinic.facts(now)
    const until = movableUntilOf(appointment, booking, clinic)
    return {
      appointment,
      about,
      withWhom: toResourceNames(booking, [appointment.person])[0],
      video: getVideo(booking, appointment),
      freeTimes: about === 'closed' ? await listFreeTimes(deps, appointment, now) : [],
      movableUntil: formatMovableUntil(until, now, clinic.timeZone),
      appointmentUrl: appointmentUrl(deps, appointment),
      bookingUrl: `${config.publicOrigin}/booking`,
    }
  },
  subject: (data) => wordsFor(data).subject,
  preview: (data) => wordsFor(data).preview,
  body(data) {
    const { appointment, about, withWhom, video, freeTimes, clinic } = data
    const { cannotCome, link } = data.movableUntil ? words : words.tooLate
    const isChangeable = !isOff(about) && about !== 'closed'
    return [
      ...paragraphs(wordsFor(data)),
      {
        rows: [
          { name: words.when, value: formatAppointmentTime(appointment, clinic.timeZone) },
          { name: words.where, value: video?.url ? words.byVideoAt(video.url) : toPlace(data) },
          ...(withWhom ? [{ name: words.with, value: withWhom }] : []),
        ],
      },
      ...(freeTimes.length > 0 ? [{ paragraph: words.freeTimes(freeTimes.join('; ')) }] : []),
      ...(isChangeable ? [{ paragraph: cannotCome(clinic.phone.display) }] : []),
      ...(isChangeable && data.movableUntil ? [{ paragraph: movableUntil(data.movableUntil) }] : []),
      isOff(about)
        ? linkPart(words.again, data.bookingUrl)
        : about === 'closed'
          ? linkPart(words.otherTime, `${data.appointmentUrl}/move`)
          : linkPart(link, data.appointmentUrl),
    ]
  },
  envelope(data) {
    const { appointment, about, video, clinic } = data
    const text = calendarEntry(appointment, clinic, video?.url ?? toPlace(data))
    const type = `text/calendar; charset=utf-8; method=${isOff(about) ? 'CANCEL' : 'PUBLISH'}`
    return { attachments: [{ name: 'appointment.ics', type, text }] }
  },
  sample: {
    appointment: sampleAppointment,
    about: 'booked',
    withWhom: undefined,
    video: undefined,
    movableUntil: 'Mon, Nov 23, 10:30 am',
    freeTimes: [],
    appointmentUrl: sampleLink('/appointments'),
    bookingUrl: `${sampleOrigin}/booking`,
  },
})

const isOff = (about: AppointmentNews) => about === 'cancelled' || about === 'declined'

const wordsFor = ({ about, appointment }: Pick<AppointmentEmail, 'about' | 'appointment'>) =>
  texts[about === 'booked' && appointment.state === 'requested' ? 'requested' : about]

const toPlace = ({ video, clinic }: Pick<AppointmentEmail, 'video'> & { clinic: ClinicFacts }) =>
  video ? words.byVideo : addressLine(clinic)

async function listFreeTimes(
  { database, clinic, booking }: EmailDeps,
  { serviceId, startsAt, room }: Appointment,
  now: number,
) {
  const near = await findNearestTimes(
    { db: database.db, clinic, booking },
    { serviceId, startsAt, byVideo: room === undefined, now },
  )
  return near.map((time) => formatShortAppointmentTime(time, clinic.facts(now).timeZone))
}

/** The email may have waited for the mail server meanwhile; a later change has its own email. */
function isUpToDate(about: AppointmentNews, appointment: Appointment) {
  if (isOff(about)) return appointment.state === about
  return isActive(appointment)
}
