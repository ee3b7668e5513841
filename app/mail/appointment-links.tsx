import type { Appointment } from '#app/domain/booking/appointment.ts'
import { describeVisit, describeVisitShortly } from '#app/domain/booking/visit-words.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { appointmentLinks as words, appointmentParts } from '#content/letters.ts'
import { renderEmail } from './email-frame.tsx'
import type { Part } from './parts.tsx'

type LinkedVisit = { visit: Pick<Appointment, 'startsAt' | 'endsAt'>; url: string }

/** `rest`: over or canceled. */
type Links = { clinic: ClinicFacts; ahead: LinkedVisit[]; rest: LinkedVisit[] }

/** To the patient, who asked for it or is said to have. It tells times and nothing else. */
export const appointmentLinks = ({ clinic, ahead, rest }: Links) =>
  renderEmail({
    clinic,
    words,
    parts: [
      ...ahead.flatMap(({ visit, url }): Part[] => [
        { rows: [{ name: appointmentParts.when, value: describeVisit(visit, clinic.timeZone) }] },
        { link: { label: appointmentParts.link, url } },
      ]),
      ...(rest.length > 0 ? [{ paragraph: words.rest }] : []),
      ...rest.map(({ visit, url }): Part => ({ link: { label: describeVisitShortly(visit, clinic.timeZone), url } })),
    ],
  })
