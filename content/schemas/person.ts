import type { CollectionSchema } from '#app/domain/content/content-schema.ts'
import { plainLine, plate, removed, weekdayNames } from './fields.ts'

/** Someone who works at the clinic: only real people, with credentials that the clinic has checked. */
export const personSchema = {
  title: 'Person',
  path: '/about',
  named: 'name',
  list: {
    title: 'Team',
    lead: 'The people whom the page About introduces. Enter only what each of them agreed to, and credentials that you have checked.',
    add: 'Add a person',
    about: { label: 'Role', fields: ['role'] },
  },
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
    days: {
      kind: 'choices',
      label: 'Days at the clinic',
      hint: 'On which this person can be booked. None checked: on every day that the clinic is open.',
      options: weekdayNames,
    },
    everyService: {
      kind: 'switch',
      label: 'Offers every service, also new ones',
    },
    services: {
      kind: 'choices',
      label: 'Services this person gives',
      hint: 'Only where “every service” is off. None checked, such as for the front desk: nothing is booked with this person.',
      from: 'services',
    },
    videoUrl: {
      kind: 'address',
      label: 'Video meeting',
      max: 200,
      optional: true,
      elsewhere: true,
      hint: 'The address of this person’s meeting room, which begins with https://. It stands on the page and in the emails of an appointment by video. Without it, you send a link.',
    },
    picture: plate('Portrait'),
    ...removed,
  },
} as const satisfies CollectionSchema
