import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { email, emailWithAfter } from './email.ts'
import { ofTheProgram } from './fields.ts'

export const newsletterEmailsSchema = {
  title: 'Emails to subscribers',
  emails: ['newsletter-welcome', 'newsletter-opt-in', 'newsletter-confirm', 'newsletter'],
  fields: {
    welcome: emailWithAfter('To a new subscriber', ofTheProgram),
    confirm: emailWithAfter('With a link to confirm a subscription', ofTheProgram),
    again: emailWithAfter('To someone who unsubscribed before', ofTheProgram),
    usual: email('A newsletter of one link', 'Where you write none of your own when you send it.'),
  },
} as const satisfies ContentSchema
