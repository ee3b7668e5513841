import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { oneClick } from './one-click.ts'

export const confirmAddressSchema = {
  title: 'Confirm a patient’s new email',
  sample: '/appointments/confirm/sample',
  fields: oneClick,
} as const satisfies ContentSchema
