import type { BookingContent } from './booking-content.ts'
import { toResourceId } from './service-needs.ts'

/** The clinic as one practitioner books in it: with nobody else, and only what she gives. Others keep their names. */
export function ownBooking(
  { practitioners, formerPractitioners = [], services, ...booking }: BookingContent,
  { person, name }: { person: `person:${string}`; name: string },
): BookingContent {
  const id = toResourceId(person)
  const everyone = [...practitioners, ...formerPractitioners]
  return {
    ...booking,
    services: Object.fromEntries(
      Object.entries(services).map(([service, rules]) => [
        service,
        { ...rules, practitioners: rules.practitioners?.includes(id) ? [id] : [] },
      ]),
    ),
    // Who gives no service is not booked, but may have appointments from before.
    practitioners: [everyone.find((one) => one.id === id) ?? { id, name }],
    formerPractitioners: everyone.filter((one) => one.id !== id),
  }
}
