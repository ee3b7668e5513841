import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { oneClick } from './one-click.ts'

export const newsletterConfirmSchema = {
  title: 'Confirm a subscription',
  sample: '/newsletter/confirm/sample',
  fields: oneClick,
} as const satisfies ContentSchema
