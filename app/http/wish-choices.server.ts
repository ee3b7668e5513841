import { listPeople, needsFor } from '#app/domain/booking/service-needs.ts'
import type { WishOptions } from '#app/domain/booking/waitlist/wishes-form.server.ts'
import { servicesOnOffer } from '#app/domain/catalogue/services.ts'
import { fromSunday, weekdays } from '#app/domain/clinic/clinic.ts'
import type { WeekHours } from '#app/domain/clinic/sections.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import type { WishChoices } from '#app/domain/booking/waitlist/wish-fields.ts'
import { type RequestContext, servicesContext } from './context.ts'

/** What the form of the waitlist offers to choose from. */
export function getWishChoices(context: RequestContext): WishChoices {
  const { content, booking, clinic } = context.get(servicesContext)
  const now = Date.now()
  const { hours, timeZone } = clinic.facts(now)
  const today = clinicDate(now, timeZone)
  return {
    services: servicesOnOffer(content).map(({ id, title }) => ({ id, title })),
    people: listPeople(booking).flatMap(({ id, name }) => (name ? [{ id, name }] : [])),
    weekdays: fromSunday(weekdays).flatMap((name) =>
      hours[name].length > 0
        ? [{ day: weekdays.indexOf(name) + 1, name: `${name[0]!.toUpperCase()}${name.slice(1)}` }]
        : [],
    ),
    hours: listHours(hours),
    today: today.toString(),
    lastDay: today.add({ days: 60 }).toString(),
  }
}

const listHours = (hours: WeekHours) => {
  const open = Object.values(hours).flat()
  return Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`).filter((clock) =>
    open.some(({ opens, closes }) => opens <= clock && clock <= closes),
  )
}

/** The same for the schema of the form. */
export function toWishOptions(context: RequestContext): WishOptions {
  const { services, people } = getWishChoices(context)
  const now = Date.now()
  const { clinic, booking } = context.get(servicesContext)
  return {
    services: services.map(({ id }) => ({ id, minutes: needsFor(booking, id).minutes })),
    personIds: people.map(({ id }) => id),
    now,
    timeZone: clinic.facts(now).timeZone,
  }
}
