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
