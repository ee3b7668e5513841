import { type Appointment, type CalendarEntry, isActive } from '#app/domain/booking/appointment.ts'
import { movableUntil as movableUntilOf } from '#app/domain/booking/booking-rules.ts'
import { holdsNoTime } from '#app/domain/booking/held-back/held-back.ts'
import { newAddressLinkPayload, newAddressPath, newAddressPurpose } from '#app/domain/booking/new-address.server.ts'
import { findPlanOf } from '#app/domain/booking/plans/plans.server.ts'
import { findAppointment } from '#app/domain/booking/appointments.server.ts'
import { findNearestTimes } from '#app/domain/booking/availability.server.ts'
import { calendarFile } from '#app/domain/booking/calendar/calendar-entry.server.ts'
import { listNotSigned } from '#app/domain/booking/forms/forms.server.ts'
import { toResourceNames, getVideo } from '#app/domain/booking/service-needs.ts'
import {
  formatMovableUntil,
  formatShortAppointmentTime,
  formatTimeOfDay,
} from '#app/domain/booking/format-appointment.ts'
import { clinicDate, formatDay } from '#app/domain/shared/clinic-time.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { fillInAlso } from '#app/domain/content/fill-in-also.ts'
import { appointmentNews, type AppointmentNews } from '#app/domain/outbox/appointment-news.ts'
import { defineEmail, type EmailDeps, type ReadTexts } from '#app/mail/define-email.ts'
import { fillInTexts, textParts } from '#app/mail/email-texts.ts'
import { toMoveFacts, toWhen } from '#app/mail/appointment-parts.ts'
import { listDays, type PlanEntry, planSamples, planTexts, toPlanFacts } from '#app/mail/plan-parts.ts'
import { appointmentUrl, toDirections } from '#app/mail/links.ts'
import { buttonPart, linkPart, paragraphParts, type Part } from '#app/mail/parts.tsx'
import { sampleAppointment, sampleLink, sampleOrigin } from '#app/mail/samples.ts'
import { appointmentParts as words } from '#content/emails.ts'
import { addressLine } from '#content/site.ts'

type AppointmentEmail = {
  appointment: CalendarEntry
  about: AppointmentNews
  /** Of news about a whole plan, the days that it is about. */
  days?: PlanEntry[] | undefined
  /** Of a move: its start before. */
  movedFrom?: number | undefined
  /** The practitioner's name. */
  withWhom: string | undefined
  /** Set if it is by video; `url`: the practitioner's link. */
  video: { url?: string | undefined } | undefined
  /** Nearby times, if the clinic is closed at the time of the appointment. */
  freeTimes: string[]
  /** Until when the patient can move it online; undefined once it is too late. */
  movableUntil: string | undefined
  /** Whether a form is to be filled in. */
  hasForms: boolean
  /** Until when the patient can undo the cancellation. */
  undoUntil: string | undefined
  appointmentUrl: string
  bookingUrl: string
  /** It is a request without a time; `confirmUrl` holds it. */
  unheld?: { confirmUrl: string | undefined } | undefined
}

const sample: AppointmentEmail = {
  appointment: sampleAppointment,
  about: 'booked',
  withWhom: undefined,
  video: undefined,
  movableUntil: 'Mon, Nov 23, 10:30 am',
  hasForms: false,
  undoUntil: undefined,
  freeTimes: [],
  appointmentUrl: sampleLink('/appointments'),
  bookingUrl: `${sampleOrigin}/booking`,
}

/** What shows the other sentences of some. */
const besides: Partial<Record<AppointmentNews, Partial<AppointmentEmail>>> = {
  cancelled: { undoUntil: 'Mon, Nov 23, 10:30 am' },
  restored: { movableUntil: undefined },
  reminder: { hasForms: true },
  forms: { hasForms: true },
  released: { unheld: { confirmUrl: sampleLink('/appointments/confirm') } },
  closed: { freeTimes: ['Tue, Nov 24, 2 pm', 'Wed, Nov 25, 9 am'] },
}

/** To the patient, without the service and without typed text: any visitor can enter any address. */
export const appointmentEmail = defineEmail({
  kind: 'appointment',
  async load(deps, { appointmentId, about, startsAt, movedFrom, wholePlan }): Promise<AppointmentEmail | undefined> {
    const { database, booking, config } = deps
    const appointment = await findAppointment(database.db, appointmentId)
    if (!appointment) return undefined
    const days = wholePlan && listDays(about, appointment, await findPlanOf(database.db, appointment))
    if (!(days ?? [appointment]).some((day) => isUpToDate(about, day))) return undefined
    if (about === 'closed' && appointment.startsAt !== startsAt) return undefined
    const now = Date.now()
    const hasForms = (await listNotSigned({ db: database.db, content: deps.content }, [appointment], now)).size > 0
    // Filled in while it waited.
    if (about === 'forms' && !hasForms) return undefined
    const clinic = deps.clinic.facts(now)
    const until = movableUntilOf(appointment, booking, clinic)
    return {
      appointment,
      about,
      days,
      movedFrom,
      withWhom: toResourceNames(booking, [appointment.person])[0],
      video: getVideo(booking, appointment),
      freeTimes: about === 'closed' ? await listFreeTimes(deps, appointment, now) : [],
      movableUntil: formatMovableUntil(until, now, clinic.timeZone),
      hasForms,
      undoUntil: formatMovableUntil(appointment.undoUntil ?? 0, now, clinic.timeZone),
      appointmentUrl: appointmentUrl(deps, appointment),
      bookingUrl: `${config.publicOrigin}/booking`,
      unheld: holdsNoTime(appointment) ? { confirmUrl: toConfirmUrl(deps, appointment) } : undefined,
    }
  },
  head: (data) => textsFor(data),
  body(data) {
    const { about, freeTimes, read } = data
    const { parts } = read('appointment-emails')
    return [
      ...textParts(textsFor(data).text),
      { facts: toFacts(data) },
      ...(freeTimes.length > 0 ? [{ paragraph: fillInAlso(parts.freeTimes, { times: freeTimes.join('; ') }) }] : []),
      ...toForms(data),
      ...toHold(data),
      toButton(data),
      ...(isOff(about) || about === 'closed' ? toUndo(data) : paragraphParts(toAdvice(data))),
    ]
  },
  why: words.why,
  envelope(data) {
    // A calendar would show a time that is not held.
    if (data.unheld) return {}
    const { appointment, about, video, clinic } = data
    const place = video?.url ?? toPlace(data)
    const text = calendarFile(data.days ?? [appointment], clinic, () => place)
    const type = `text/calendar; charset=utf-8; method=${isOff(about) ? 'CANCEL' : 'PUBLISH'}`
    return { attachments: [{ name: 'appointment.ics', type, text }] }
  },
  sample,
  otherSamples: [
    { ...sample, appointment: { ...sampleAppointment, state: 'requested' } },
    { ...sample, appointment: { ...sampleAppointment, state: 'requested' }, ...besides.released },
    ...planSamples(sample),
    { ...planSamples(sample)[0]!, ...besides.released },
    ...appointmentNews.filter((about) => about !== 'booked').map((about) => ({ ...sample, ...besides[about], about })),
  ],
})

const isOff = (about: AppointmentNews) => about === 'cancelled' || about === 'declined'

type Shown = AppointmentEmail & { clinic: ClinicFacts; read: ReadTexts }

function toFacts({ appointment, about, days, movedFrom, withWhom, video, clinic, read }: Shown) {
  if (days) return toPlanFacts(days, clinic, { isOff: isOff(about) })
  const when = toWhen(words.when, appointment, clinic)
  if (isOff(about))
    return [{ ...when, name: words.was, value: `${when.value}, ${when.detail}`, detail: '', isOff: true }]
  return [
    ...(about === 'moved' ? toMoveFacts(when, movedFrom, clinic) : [when]),
    { name: words.where, ...toWhere({ video, clinic }) },
    ...(withWhom ? [{ name: words.with, value: withWhom }] : []),
    ...(about === 'booked' || about === 'accepted'
      ? [{ name: words.bring, value: read('appointment-emails').parts.bring }]
      : []),
  ]
}

function toButton({ about, movableUntil, bookingUrl, appointmentUrl }: Shown) {
  if (isOff(about)) return buttonPart(words.again, bookingUrl)
  if (about === 'closed') return buttonPart(words.otherTime, `${appointmentUrl}/move`)
  if (about === 'forms') return buttonPart(words.forms, `${appointmentUrl}#forms`)
  return buttonPart(movableUntil ? words.link : words.linkLate, appointmentUrl)
}

/** Where its page lists them; the email names no form, which may tell why somebody comes. */
function toForms({ about, hasForms, appointmentUrl, read }: Shown): Part[] {
  if (!hasForms || isOff(about) || about === 'closed' || about === 'forms') return []
  return [{ paragraph: read('appointment-emails').parts.forms }, linkPart(words.forms, `${appointmentUrl}#forms`)]
}

function toHold({ unheld, read }: Shown): Part[] {
  if (!unheld?.confirmUrl) return []
  return [{ paragraph: read('appointment-emails').parts.hold }, linkPart(words.hold, unheld.confirmUrl)]
}

/** Its own email opens it: whoever opens it has the mailbox. */
function toConfirmUrl({ config, signer }: EmailDeps, appointment: Appointment) {
  if (appointment.isAddressProved !== false) return undefined
  const token = signer.sign(newAddressPurpose, newAddressLinkPayload(signer, appointment))
  return `${config.publicOrigin}${newAddressPath(token)}`
}

function toUndo({ undoUntil: until, appointmentUrl, read }: Shown): Part[] {
  const { undo } = read('appointment-emails').parts
  return until ? [{ paragraph: fillInAlso(undo, { until }) }, linkPart(words.undo, appointmentUrl)] : []
}

function toAdvice({ about, days, movableUntil: until, video, read }: Shown) {
  const { changes, planChanges, tooLate, prepare } = read('appointment-emails').parts
  if (days) return [planChanges]
  const advice = until ? fillInAlso(changes, { until }) : tooLate
  return about === 'reminder' && !video ? [advice, prepare] : [advice]
}

function textsFor(data: Pick<Shown, 'about' | 'appointment' | 'days' | 'unheld' | 'clinic' | 'read'>) {
  const { about, appointment, days, unheld, clinic, read } = data
  if (days) return planTexts(read('appointment-emails'), about, days, clinic, unheld !== undefined)
  const asked = unheld ? 'unheld' : 'requested'
  const texts = read('appointment-emails')[about === 'booked' && appointment.state === 'requested' ? asked : about]
  const date = clinicDate(appointment.startsAt, clinic.timeZone)
  const time = formatTimeOfDay(appointment.startsAt, clinic.timeZone)
  return fillInTexts(texts, { day: formatDay(date, date), time })
}

function toWhere({ video, clinic }: Pick<Shown, 'video' | 'clinic'>) {
  const { where, link } = words.byVideoWith
  if (video?.url) return { value: where, link: { label: link, url: video.url } }
  return { value: toPlace({ video, clinic }), link: video ? undefined : toDirections(clinic) }
}

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
