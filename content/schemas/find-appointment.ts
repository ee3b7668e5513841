import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { heading, tab, text } from './fields.ts'

export const findAppointmentSchema = {
  title: 'Find your appointment',
  path: '/appointments',
  fields: {
    title: heading('Headline'),
    lead: text('If emails are sent', 200),
    kept: text('While emails are only kept', 200),
    hosted: {
      ...text('With the calendar of another company', 200),
      hint: '{host} stands for its address.',
      also: ['host'],
    },
    hostedEarlier: text('Behind it, if emails are sent', 160),
    gone: {
      kind: 'group',
      label: 'For a link that no longer works',
      fields: { title: heading('Headline'), lead: text('Lead', 160), help: text('Below it', 200), seo: tab() },
    },
    seo: tab(),
  },
} as const satisfies ContentSchema
