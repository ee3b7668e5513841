import { partsOfDay } from '#content/pages/waitlist.ts'
import type { Wishes } from './wishes.ts'

/** What the form offers to choose from. */
export type WishChoices = {
  services: { id: string; title: string }[]
  /** Those with names; nobody to choose from if it is one. */
  people: { id: string; name: string }[]
  /** ISO 8601 numbers of the days on which the clinic is open. */
  weekdays: { day: number; name: string }[]
  today: string
  /** To begin with. */
  lastDay: string
}

export const serviceField = (id: string) => `service.${id}`
export const dayField = (day: number) => `day.${day}`

/** The fields of a form that shows these wishes. */
export function wishFields({ serviceIds, person, weekdays, fromTime, untilTime, lastDay }: Wishes) {
  const part = Object.entries(partsOfDay).find(([, { from, until }]) => from === fromTime && until === untilTime)
  return {
    ...Object.fromEntries(serviceIds.map((id) => [serviceField(id), 'on'])),
    ...Object.fromEntries(weekdays.map((day) => [dayField(day), 'on'])),
    person: person?.replace('person:', '') ?? '',
    part: part?.[0] ?? 'any',
    lastDay,
  }
}
