import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { fixed, heading, text } from './fields.ts'

export const siteSchema = {
  title: 'Every page',
  path: '/',
  fields: {
    emergency: { ...text('Emergency note', 100), locked: fixed.emergency },
    noticeLabel: heading('Name of the clinic’s notice, for screen readers'),
    newsletter: {
      kind: 'group',
      label: 'Newsletter sign-up',
      fields: {
        heading: heading('Heading'),
        text: text('Text', 160),
        confirm: {
          kind: 'group',
          label: 'After a sign-up that has to be confirmed',
          fields: {
            byEmail: text('If emails are sent', 200),
            kept: text('While emails are only kept', 200),
          },
        },
      },
    },
    footer: {
      kind: 'group',
      label: 'Footer',
      fields: {
        about: text('Below the clinic’s name', 120),
        quickLinksHeading: heading('Heading over the links'),
        followHeading: heading('Heading over the social accounts'),
        visitHeading: heading('Heading over the address'),
        physician: text('At the very end', 160),
      },
    },
  },
} as const satisfies ContentSchema
