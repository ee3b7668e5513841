import type { ContentSchema, TextField } from '#app/domain/content/content-schema.ts'
import { heading, ofTheProgram, tab, text } from './fields.ts'

const told = (label: string) => ({ ...text(label, 200), hint: ofTheProgram }) as const satisfies TextField

/** Forgot Password, and the pages that the emails about an account lead to. */
export const passwordSchema = {
  title: 'Forgot Password',
  path: '/login/forgot',
  fields: {
    title: heading('Headline'),
    lead: told('If emails are sent'),
    noEmail: text('While emails are only kept', 160),
    ifNone: text('While emails are only kept, beside the answer', 160),
    reset: {
      kind: 'group',
      label: 'Behind the link in the email',
      fields: {
        title: heading('Headline'),
        text: told('Text'),
        gone: {
          kind: 'group',
          label: 'If the link no longer works',
          fields: { title: heading('Headline'), text: told('Text'), again: heading('Button', 30) },
        },
        seo: tab(),
      },
    },
    confirm: {
      kind: 'group',
      label: 'Behind the link in the email to a new account',
      fields: {
        title: heading('Headline'),
        text: told('Text'),
        gone: {
          kind: 'group',
          label: 'If the link no longer works',
          fields: { title: heading('Headline'), text: told('Text') },
        },
        seo: tab(),
      },
    },
    seo: tab(),
  },
} as const satisfies ContentSchema
