import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { heading, link, tab } from './fields.ts'

export const loginSchema = {
  title: 'Login',
  path: '/login',
  fields: {
    title: heading('Headline'),
    booked: {
      kind: 'group',
      label: 'For people who have booked',
      fields: { question: heading('Question'), link: link('Link') },
    },
    signUp: {
      kind: 'group',
      label: 'Sign Up',
      fields: { title: heading('Headline'), seo: tab() },
    },
    seo: tab(),
  },
} as const satisfies ContentSchema
