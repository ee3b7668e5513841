import type { Wishes } from './wishes.ts'

/** What the form offers to choose from. */
export type WishChoices = {
  services: { id: string; title: string }[]
  /** Those with names; nobody to choose from if it is one. */
  people: { id: string; name: string }[]
  /** ISO 8601 numbers of the days on which the clinic is open. */
  weekdays: { day: number; name: string }[]
  /** Full hours on the clinic's clock in which it is open, such as '09:00'. */
  hours: string[]
  today: string
  /** To begin with. */
  lastDay: string
}

export const serviceField = (id: string) => `service.${id}`
export const dayField = (day: number) => `day.${day}`

/** Of any clinic: who chose an hour keeps it, also if the clinic isn't open then any more. */
export const isHour = (clock: string) => /^(?:[01]\d|2[0-3]):00$/.test(clock)

/** The fields of a form that shows these wishes. */
export function wishFields({ serviceIds, person, weekdays, fromTime, untilTime, lastDay }: Wishes) {
  return {
    ...Object.fromEntries(serviceIds.map((id) => [serviceField(id), 'on'])),
    ...Object.fromEntries(weekdays.map((day) => [dayField(day), 'on'])),
    person: person?.replace('person:', '') ?? '',
    from: fromTime ?? '',
    until: untilTime ?? '',
    lastDay,
  }
}
