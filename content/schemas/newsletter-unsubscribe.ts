import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { text } from './fields.ts'
import { oneClick } from './one-click.ts'

export const newsletterUnsubscribeSchema = {
  title: 'Unsubscribe',
  sample: '/newsletter/unsubscribe/sample',
  fields: {
    ...oneClick,
    done: { ...oneClick.done, fields: { ...oneClick.done.fields, again: text('Below it', 160) } },
  },
} as const satisfies ContentSchema
