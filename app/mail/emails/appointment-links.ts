import { linksValidFrom } from '#app/domain/booking/appointment-link.ts'
import { splitUpcoming, type Appointment } from '#app/domain/booking/appointment.ts'
import { listAppointmentsByEmail } from '#app/domain/booking/appointments.server.ts'
import { formatShortAppointmentTime } from '#app/domain/booking/format-appointment.ts'
import { defineEmail } from '#app/mail/define-email.ts'
import { appointmentUrl } from '#app/mail/links.ts'
import { textParts } from '#app/mail/email-texts.ts'
import { buttonPart, linkPart } from '#app/mail/parts.tsx'
import { toWhen } from '#app/mail/appointment-parts.ts'
import { sampleAppointment, sampleLink } from '#app/mail/samples.ts'
import { appointmentParts } from '#content/emails.ts'

type LinkedAppointment = { appointment: Pick<Appointment, 'startsAt' | 'endsAt'>; url: string }

/** `others`: past or canceled. */
type Links = { upcoming: LinkedAppointment[]; others: LinkedAppointment[] }

const sampleLinked = { appointment: sampleAppointment, url: sampleLink('/appointments') }

/** To the patient. Any visitor can ask for it, so it has nothing but times. */
export const appointmentLinks = defineEmail({
  kind: 'appointment-links',
  async load(deps, { email }): Promise<Links | undefined> {
    const now = Date.now()
    const endedAfter = linksValidFrom(now)
    const appointments = await listAppointmentsByEmail(deps.database.db, email, { endedAfter, most: 20 })
    if (appointments.length === 0) return undefined
    const { upcoming, others } = splitUpcoming(appointments, now)
    const withLink = (appointment: Appointment) => ({ appointment, url: appointmentUrl(deps, appointment) })
    return { upcoming: upcoming.map(withLink), others: others.map(withLink) }
  },
  head: ({ read }) => read('appointment-emails').links,
  /** The soonest appointment has the button. */
  body({ upcoming: [soonest, ...more], others, clinic, read }) {
    const texts = read('appointment-emails').links
    const toLink = ({ appointment, url }: LinkedAppointment) =>
      linkPart(formatShortAppointmentTime(appointment, clinic.timeZone), url)
    return [
      ...textParts(texts.text),
      ...(soonest
        ? [
            { facts: [toWhen(appointmentParts.when, soonest.appointment, clinic)] },
            buttonPart(appointmentParts.link, soonest.url),
          ]
        : []),
      ...(more.length > 0 ? [{ paragraph: texts.more }] : []),
      ...more.map(toLink),
      ...(others.length > 0 ? [{ paragraph: texts.others }] : []),
      ...others.map(toLink),
      ...textParts(texts.after),
    ]
  },
  why: appointmentParts.why,
  sample: { upcoming: [sampleLinked], others: [sampleLinked] },
  otherSamples: [{ upcoming: [sampleLinked, sampleLinked], others: [] }],
})
