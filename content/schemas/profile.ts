import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { heading, link, ofTheProgram, tab, text } from './fields.ts'

export const profileSchema = {
  title: 'Profile',
  path: '/profile',
  sample: '/profile',
  fields: {
    title: heading('Headline'),
    lead: { ...text('Lead', 160), hint: '{account} stands for the email address.', requires: ['account'] },
    unverified: {
      kind: 'group',
      label: 'Until the email address is confirmed',
      fields: {
        heading: heading('Heading'),
        text: { ...text('Text', 200), hint: ofTheProgram },
        confirm: { ...text('If emails are sent', 160), hint: ofTheProgram },
        noEmail: text('While emails are only kept', 300),
      },
    },
    appointments: {
      kind: 'group',
      label: 'Appointments',
      fields: {
        heading: heading('Heading'),
        none: heading('If there are none'),
        book: link('Link then'),
        rest: heading('Over earlier ones', 40),
      },
    },
    orders: {
      kind: 'group',
      label: 'Orders',
      fields: { heading: heading('Heading'), none: heading('If there are none'), shop: link('Link then') },
    },
    name: heading('Heading over the name'),
    password: heading('Heading over the password'),
    signIns: heading('Heading over the devices'),
    remove: {
      kind: 'group',
      label: 'Deleting the account',
      fields: {
        heading: heading('Heading'),
        text: { ...text('Text', 240), hint: ofTheProgram },
        admin: text('For the owner of this website', 160),
      },
    },
    seo: tab(),
  },
} as const satisfies ContentSchema
