import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { anchor, heading, link, seo, text } from './fields.ts'

export const contactSchema = {
  title: 'Contact',
  path: '/contact',
  fields: {
    title: heading('Headline'),
    lead: text('Lead', 240),
    reach: {
      kind: 'group',
      label: 'Ways to reach the clinic',
      fields: {
        call: heading('Heading over the phone number'),
        message: heading('Heading over the email addresses'),
        messageLink: { ...heading('Link to the messaging app'), hint: '{messagingApp} stands for its name.' },
        visit: heading('Heading over the address'),
        noStreet: text('While no street is entered', 200),
        directions: heading('Link to directions'),
      },
    },
    write: {
      kind: 'group',
      label: 'The form',
      fields: {
        heading: heading('Heading'),
        needed: text('Above the fields', 200),
        hint: text('Hint below ‘Message’', 200),
      },
    },
    urgent: {
      kind: 'group',
      label: 'Emergency note',
      fields: {
        heading: heading('Heading, for screen readers'),
        text: text('After the emergency number', 160),
      },
    },
    hours: {
      kind: 'group',
      label: 'Opening hours',
      fields: {
        id: anchor,
        heading: heading('Heading'),
        today: heading('Beside the current day', 20),
        note: text('Below the hours', 160),
        closedToo: heading('Heading over days off'),
      },
    },
    map: {
      kind: 'group',
      label: 'Map',
      fields: {
        onRequest: text('Before the map is loaded', 160),
        button: heading('Button'),
        frameTitle: heading('Name of the map, for screen readers', 80),
      },
    },
    parking: { kind: 'group', label: 'Parking', fields: { id: anchor, heading: heading('Heading') } },
    waysToPay: {
      kind: 'group',
      label: 'Ways to pay',
      fields: { id: anchor, heading: heading('Heading'), link: link('Link') },
    },
    seo,
  },
} as const satisfies ContentSchema
