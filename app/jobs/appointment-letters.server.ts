import { signInPath } from '#app/domain/accounts/sign-in-path.ts'
import { appointmentPath, appointmentPurpose, linksLiveFrom, linkText } from '#app/domain/booking/appointment-link.ts'
import {
  aheadFirst,
  type Appointment,
  changeRulesFor,
  isComing,
  movableUntil,
} from '#app/domain/booking/appointment.ts'
import { appointmentsOf, findAppointment } from '#app/domain/booking/appointments.server.ts'
import { nearestTimes } from '#app/domain/booking/availability.server.ts'
import { calendarEntry } from '#app/domain/booking/calendar-entry.server.ts'
import {
  newAddressOf,
  newAddressPath,
  newAddressPurpose,
  newAddressText,
} from '#app/domain/booking/new-address.server.ts'
import { describeVisitShortly, movableUntilInWords } from '#app/domain/booking/visit-words.ts'
import { peopleOf, videoOf } from '#app/domain/booking/plan.ts'
import type { AppointmentNews } from '#app/domain/outbox/appointment-news.ts'
import type { EmailIds } from '#app/domain/outbox/email-kinds.ts'
import { appointmentNews } from '#app/mail/appointment.tsx'
import { appointmentAddress } from '#app/mail/appointment-address.tsx'
import { appointmentLinks } from '#app/mail/appointment-links.tsx'
import { appointmentNotice, type NoticedNews } from '#app/mail/appointment-notice.tsx'
import type { Services } from '#app/services.server.ts'
import { appointmentParts } from '#content/letters.ts'
import { addressLine } from '#content/site.ts'

export async function renderAppointmentLetter(
  services: Services,
  { appointmentId, about, startsAt }: EmailIds['appointment'],
) {
  const appointment = await findAppointment(services.database.db, appointmentId)
  if (!appointment || !isStillNews(about, appointment)) return undefined
  if (about === 'closed' && appointment.startsAt !== startsAt) return undefined
  const { config, booking } = services
  const now = Date.now()
  const clinic = services.clinic.facts(now)
  const video = videoOf(booking, appointment)
  return appointmentNews({
    clinic,
    appointment,
    about,
    withWhom: nameOf(services, appointment),
    freeTimes: about === 'closed' ? await freeTimesNear(services, appointment, now) : [],
    video,
    movableUntil: movableUntilInWords(
      movableUntil(appointment, changeRulesFor(appointment, booking, clinic)),
      now,
      clinic.timeZone,
    ),
    appointmentUrl: urlOf(services, appointment),
    bookingUrl: `${config.publicOrigin}/booking`,
    calendar: calendarEntry({
      appointment,
      organizer: { name: clinic.name, email: clinic.emails.booking },
      title: appointmentParts.calendarName(clinic.name),
      place: video ? (video.url ?? appointmentParts.byVideo) : addressLine(clinic),
    }),
  })
}

export async function renderAppointmentNotice(
  services: Services,
  { appointmentId, about }: EmailIds['appointment-notice'],
) {
  const appointment = await findAppointment(services.database.db, appointmentId)
  if (!appointment || !isNoticed(about)) return undefined
  return appointmentNotice({
    clinic: services.clinic.facts(Date.now()),
    appointment,
    about,
    withWhom: nameOf(services, appointment),
    adminUrl: `${services.config.publicOrigin}${signInPath(`/admin/appointments/${appointment.id}`)}`,
  })
}

/** Nobody hears of an address without appointments: its letter is not sent. */
export async function renderAppointmentLinks(services: Services, { email }: EmailIds['appointment-links']) {
  const now = Date.now()
  const visits = await appointmentsOf(services.database.db, email, { endedAfter: linksLiveFrom(now), most: 20 })
  if (visits.length === 0) return undefined
  const { ahead, rest } = aheadFirst(visits, now)
  const linked = (visit: Appointment) => ({ visit, url: urlOf(services, visit) })
  return appointmentLinks({ clinic: services.clinic.facts(now), ahead: ahead.map(linked), rest: rest.map(linked) })
}

/** Another address was given since, or this one was confirmed: then it is not asked any more. */
export async function renderAppointmentAddress(
  services: Services,
  { appointmentId: id, email }: EmailIds['appointment-address'],
) {
  const { database, config, signer } = services
  const now = Date.now()
  const appointment = await findAppointment(database.db, id)
  if (!appointment || (await newAddressOf(database.db, appointment, now))?.email !== email) return undefined
  const token = signer.sign(newAddressPurpose, newAddressText(signer, { id, email }))
  return appointmentAddress({
    clinic: services.clinic.facts(now),
    confirmUrl: `${config.publicOrigin}${newAddressPath(token)}`,
  })
}

/** In words; whoever has the link can take one of them. */
async function freeTimesNear(
  { database, clinic, booking }: Services,
  { serviceId, startsAt, room }: Appointment,
  now: number,
) {
  const near = await nearestTimes(
    { db: database.db, clinic, booking },
    { serviceId, startsAt, byVideo: room === undefined, now },
  )
  return near.map((time) => describeVisitShortly(time, clinic.facts(now).timeZone))
}

/** A letter that waited for the mail server tells nothing that is no longer so: the change has a letter of its own. */
function isStillNews(about: AppointmentNews, appointment: Appointment) {
  if (about === 'cancelled' || about === 'declined') return appointment.state === about
  return isComing(appointment)
}

const isNoticed = (about: AppointmentNews): about is NoticedNews =>
  about === 'booked' || about === 'moved' || about === 'cancelled' || about === 'restored'

const urlOf = ({ config, signer }: Services, appointment: Appointment) =>
  `${config.publicOrigin}${appointmentPath(signer.sign(appointmentPurpose, linkText(appointment)))}`

const nameOf = ({ booking }: Services, { person }: Appointment) =>
  peopleOf(booking).find(({ resource }) => resource === person)?.name
