import type { Weekday } from '#app/domain/clinic/clinic.ts'
import type { Entry } from '#app/domain/content/content-record.ts'

/** Someone who works at the clinic, as the website introduces them. */
export type Person = {
  id: string
  name: string
  role: string
  training: string
  license?: string | undefined
  /** 'English, Hindi'. */
  languages: string
  days: readonly Weekday[]
  /** The ids of the services that they give. */
  services: readonly string[]
  /** A drawing holds the place of a portrait. */
  picture: Entry<'team'>['picture']
}

/** On About. */
export const personAnchor = ({ id }: Pick<Person, 'id'>) => `person-${id}`
