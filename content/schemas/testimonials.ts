import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { heading, plate, seo } from './fields.ts'

/** Only a heading (specification), beside a drawing. */
export const testimonialsSchema = {
  title: 'Testimonials',
  path: '/testimonials',
  fields: { title: heading('Headline'), plate: plate(), seo },
} as const satisfies ContentSchema
