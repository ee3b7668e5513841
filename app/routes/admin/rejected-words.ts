import type { Role } from '#app/domain/accounts/roles.ts'
import { admin } from '#content/pages/admin.ts'
import { roleWords } from '#content/roles.ts'

const list = new Intl.ListFormat('en-US', { type: 'disjunction' })

/** In place of a page that the person's role may not open, or a post that it may not send. */
export const notAllowedWords = {
  title: 'Not part of your role',
  /** 'Only the owner or a manager can open this page.' Without roles, no button of the page sends this. */
  allowed: (roles: readonly Role[], isPost: boolean) =>
    roles.length === 0
      ? admin.unknownIntent
      : `Only ${list.format(roles.map((role) => roleWords[role].who))} can ${isPost ? 'do this. Nothing was changed' : 'open this page'}.`,
  advice: 'If you need it for your work, ask the owner to change your role.',
}

/** What stands in place of a page that is not shown, with what was posted to it. */
export const rejectedWords = {
  deniedAdvice: 'in another tab, then come back to this one.',
  /** Posts what was typed again. */
  sendAgain: 'Send again',
  /** Above the fields of a rejected post. */
  typed: 'What you typed',
  /** Labels of its fields; any other is `typedField`. */
  typedFields: {
    email: 'Email',
    name: 'Name',
    phone: 'Phone',
    note: 'Note',
    text: 'Text',
    url: 'Newsletter URL',
    subject: 'Subject',
    intro: 'Introduction',
    at: 'When',
    day: 'Day',
    from: 'From',
    to: 'To',
    until: 'Until',
    fromDay: 'From (day)',
    fromTime: 'From (time)',
    untilDay: 'Until (day)',
    untilTime: 'Until (time)',
    street: 'Street',
    city: 'City',
    region: 'State',
    postalCode: 'ZIP code',
    messaging: 'Messaging app',
    general: 'General email',
    booking: 'Booking email',
  },
  typedField: 'Your entry',
  login: 'Login',
  /** Any page while the sign-in can't be read. */
  notShown: 'We can’t show this page right now. Please try again in a minute.',
}
