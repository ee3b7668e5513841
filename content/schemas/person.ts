import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import type { Weekday } from '#app/domain/clinic/clinic.ts'
import { plainLine, plate, removed } from './fields.ts'

const days = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
} satisfies Record<Weekday, string>

/** Someone who works at the clinic: only real people, with credentials that the clinic has checked. */
export const personSchema = {
  title: 'Person',
  path: '/about',
  named: 'name',
  fields: {
    name: plainLine('Name', 60),
    role: { ...plainLine('Role', 40), hint: 'Such as Practitioner, Therapist or Front desk.' },
    training: { ...plainLine('Training', 120), hint: 'School, degree and year.' },
    license: {
      ...plainLine('License', 80),
      optional: true,
      hint: 'Kind and number, as its authority prints it. Enter only what you have checked.',
    },
    languages: { ...plainLine('Languages', 80), hint: 'Separated by commas: English, Hindi.' },
    days: { kind: 'choices', label: 'Days at the clinic', options: days },
    services: { kind: 'choices', label: 'Services this person gives', from: 'services' },
    picture: plate('Portrait'),
    ...removed,
  },
} as const satisfies ContentSchema
