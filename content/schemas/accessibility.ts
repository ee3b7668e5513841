import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { heading, section, seo, text } from './fields.ts'

export const accessibilitySchema = {
  title: 'Accessibility',
  path: '/accessibility',
  fields: {
    title: heading('Headline'),
    lead: text('Lead', 240),
    help: section('Help'),
    aim: section('The aim'),
    limits: section('Known limitations'),
    visit: section('At the clinic'),
    seo,
  },
} as const satisfies ContentSchema
