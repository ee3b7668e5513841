import type { CollectionSchema } from '#app/domain/content/content-schema.ts'
import type { ServiceCategory } from '#app/domain/catalogue/service.ts'
import { availability, plainLine, plate, taxRate } from './fields.ts'
import { payAheadFields } from './pay-ahead.ts'

const categories = {
  'General Appointment': 'General Appointment',
  Panchakarma: 'Panchakarma',
  'Tailored Services': 'Tailored Services',
} satisfies Record<ServiceCategory, string>

const ways = {
  'in-person': 'At the clinic',
  video: 'By video',
  either: 'At the clinic or by video: the patient chooses',
}

const points = (label: string) =>
  ({ kind: 'list', label, each: 'Point', most: 6, fields: { text: plainLine('Text', 120) } }) as const

/** In steps of five, so that the bar of its page is true to scale. */
const minutes = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [String(5 * index + 5), `${5 * index + 5} minutes`]),
)

/** A service of the clinic. */
export const serviceSchema = {
  title: 'Service',
  path: '/services',
  ownPages: true,
  named: 'title',
  list: {
    title: 'Services',
    lead: 'What you change here shows on the website and in booking.',
    add: 'Add a service',
    about: { label: 'Price', fields: ['duration', 'price'] },
  },
  fields: {
    title: plainLine('Name', 60),
    sanskrit: { ...plainLine('Name in Sanskrit', 40), optional: true, key: true },
    category: {
      kind: 'choice',
      label: 'Group on the Services page',
      options: { ...categories, none: 'None: it can be booked, but has no card' },
    },
    duration: { ...plainLine('Length', 20), hint: 'In words, for visitors.' },
    minutes: {
      kind: 'number',
      label: 'Minutes in the calendar',
      hint: 'What booking reserves for it, in steps of five. Appointments that are booked keep theirs.',
      least: 5,
      most: 480,
      // A slot of the calendar.
      step: 5,
      blank: 60,
    },
    rooms: {
      kind: 'choices',
      label: 'Rooms',
      hint: 'Where it can be given. None checked: in any room.',
      from: 'rooms',
    },
    way: { kind: 'choice', label: 'Where it is given', options: ways },
    asksClinic: { kind: 'switch', label: 'Each booking is a request until you confirm it' },
    preparation: {
      kind: 'text',
      label: 'Note to patients who booked it',
      max: 600,
      plain: true,
      optional: true,
      hint: 'Only on the page of an appointment; emails never name the service.',
    },
    price: {
      ...plainLine('Price text', 60),
      key: true,
      hint: 'In words. What it costs is agreed on before treatment begins.',
    },
    payment: {
      kind: 'group',
      label: 'Payment in advance',
      check: 'pay-ahead',
      fields: {
        ...payAheadFields,
        taxRate: { ...taxRate, hint: 'Part of what is paid online. 0 for none, as for most services.' },
      },
    },
    summary: { ...plainLine('Short text', 80), hint: 'For the home page.' },
    description: { kind: 'text', label: 'Description', max: 400, plain: true },
    picture: plate(),
    ...availability,
    page: {
      kind: 'group',
      label: 'Its own page',
      fields: {
        hour: {
          kind: 'list',
          label: 'The hour',
          each: 'Part of the hour',
          most: 8,
          fields: {
            minutes: { kind: 'choice', label: 'How long', options: minutes },
            heading: plainLine('Heading', 40),
            text: { kind: 'text', label: 'Text', max: 200, plain: true },
          },
        },
        suits: points('Who it suits'),
        wait: points('Who should wait'),
        prepare: points('How to prepare'),
      },
    },
  },
} as const satisfies CollectionSchema
