import type { Weekday } from '#app/domain/clinic/clinic.ts'
import type { Words } from './pages/page.ts'
import type { PlateName } from './pictures.ts'

export type Person = {
  name: string
  /** 'Practitioner', 'Therapist', 'Front desk'. */
  role: string
  training: string
  /** Kind and number, as its authority prints it. */
  license?: string
  languages: string[]
  days: Weekday[]
  /** Picture beside the name. */
  plate: PlateName
}

/** Only real people, with credentials that the clinic has checked. */
export const team: Person[] = []

export const personLabels = { training: 'Training', license: 'License', languages: 'Languages', days: 'Days' }

/** Shown while `team` is empty. */
export const teamEmpty: Words = (clinic) =>
  `We’d be glad to tell you who you’ll see and how they trained. Call ${clinic.phone.display}.`
