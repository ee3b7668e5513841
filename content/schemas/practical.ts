import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { holidayNames } from '../holidays.ts'
import { plainLine } from './fields.ts'

/** Facts of the clinic that stand on Contact and in the footer, and are written as texts are. */
export const practicalSchema = {
  title: 'Parking, payment, holidays and accounts',
  path: '/contact',
  fields: {
    parking: { kind: 'text', label: 'Parking', max: 300, plain: true },
    waysToPay: {
      kind: 'list',
      label: 'Ways to pay',
      each: 'Way to pay',
      least: 1,
      most: 8,
      fields: { text: plainLine('Text', 160) },
    },
    social: {
      kind: 'list',
      label: 'Social accounts',
      each: 'Account',
      most: 6,
      fields: {
        name: plainLine('Name', 30),
        url: {
          kind: 'address',
          label: 'Address',
          max: 200,
          hint: 'Of the clinic’s own page there, not of the network.',
        },
      },
    },
    licenses: {
      kind: 'list',
      label: 'Licenses, in the footer',
      each: 'License',
      most: 8,
      fields: { text: plainLine('Text', 120) },
    },
    holidays: {
      kind: 'choices',
      label: 'Holidays on which the clinic is closed',
      hint: 'On the Clinic page you can open on one of them in a year.',
      options: holidayNames,
    },
    confirmed: { kind: 'switch', label: 'All of this is right (until then, the list on Today asks for it)' },
  },
} as const satisfies ContentSchema
