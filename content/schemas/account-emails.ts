import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { emailWithAfter } from './email.ts'
import { ofTheProgram } from './fields.ts'

export const accountEmailsSchema = {
  title: 'Emails about accounts',
  emails: ['account-confirm', 'account-known', 'password-reset', 'password-changed', 'staff-invitation'],
  fields: {
    confirm: emailWithAfter('To a new account', ofTheProgram),
    known: emailWithAfter('To an account that someone signed up for again', ofTheProgram),
    reset: emailWithAfter('With a link for a new password', ofTheProgram),
    changed: emailWithAfter('After a password was changed', ofTheProgram),
    invitation: emailWithAfter('To somebody who is to work here', ofTheProgram),
  },
} as const satisfies ContentSchema
