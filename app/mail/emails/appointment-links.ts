import { linksValidFrom } from '#app/domain/booking/appointment-link.ts'
import { splitUpcoming, type Appointment } from '#app/domain/booking/appointment.ts'
import { listAppointmentsByEmail } from '#app/domain/booking/appointments.server.ts'
import { formatAppointmentTime, formatShortAppointmentTime } from '#app/domain/booking/format-appointment.ts'
import { defineEmail } from '#app/mail/define-email.ts'
import { appointmentUrl } from '#app/mail/links.ts'
import { linkPart, paragraphs, type Part } from '#app/mail/parts.tsx'
import { sampleAppointment, sampleLink } from '#app/mail/samples.ts'
import { appointmentLinks as words, appointmentParts } from '#content/emails.ts'

type LinkedVisit = { visit: Pick<Appointment, 'startsAt' | 'endsAt'>; url: string }

/** `rest`: over or canceled. */
type Links = { ahead: LinkedVisit[]; rest: LinkedVisit[] }

/** To the patient, who asked for it or is said to have. It tells times and nothing else. */
export const appointmentLinks = defineEmail({
  kind: 'appointment-links',
  async load(deps, { email }): Promise<Links | undefined> {
    const now = Date.now()
    const visits = await listAppointmentsByEmail(deps.database.db, email, { endedAfter: linksValidFrom(now), most: 20 })
    // An address without appointments gets no email.
    if (visits.length === 0) return undefined
    const { upcoming: ahead, others: rest } = splitUpcoming(visits, now)
    const linked = (visit: Appointment) => ({ visit, url: appointmentUrl(deps, visit) })
    return { ahead: ahead.map(linked), rest: rest.map(linked) }
  },
  subject: () => words.subject,
  preview: () => words.preview,
  body: ({ ahead, rest, clinic }) => [
    ...paragraphs(words),
    ...ahead.flatMap(({ visit, url }): Part[] => [
      { rows: [{ name: appointmentParts.when, value: formatAppointmentTime(visit, clinic.timeZone) }] },
      linkPart(appointmentParts.link, url),
    ]),
    ...(rest.length > 0 ? [{ paragraph: words.rest }] : []),
    ...rest.map(({ visit, url }) => linkPart(formatShortAppointmentTime(visit, clinic.timeZone), url)),
  ],
  sample: {
    ahead: [{ visit: sampleAppointment, url: sampleLink('/appointments') }],
    rest: [{ visit: sampleAppointment, url: sampleLink('/appointments') }],
  },
})
