import type { LetterList } from '#app/domain/outbox/letter-list.ts'
import type { LetterKind } from '#app/domain/outbox/letters.server.ts'
import type { Page, Parts } from './page.ts'

/** What each kind of letter is called, within a sentence and without an article. */
export const letterNames: Record<LetterKind, string> = {
  'newsletter-welcome': 'welcome to the newsletter',
  'newsletter-opt-in': 'link to confirm a subscription',
  'newsletter-confirm': 'link to subscribe again',
  'newsletter-test': 'newsletter to try',
  'order-notice': 'notice of an order',
  'order-confirmation': 'confirmation of an order',
  'order-confirmed': 'letter that an order is confirmed',
  'order-ready': 'letter that an order is ready',
  'order-cancelled': 'letter that an order was canceled',
  appointment: 'letter about an appointment',
  'appointment-notice': 'notice of an appointment',
  'appointment-links': 'links to appointments',
  'appointment-address': 'link to confirm a new address',
  'contact-message': 'message from the website',
  'account-confirm': 'link to confirm an account',
  'account-known': 'notice that an account is there already',
  'password-reset': 'link to choose a new password',
  'password-changed': 'notice of a changed password',
  today: 'morning letter',
}

export const adminMail = {
  title: 'Mail',
  seo: { title: 'Mail', description: 'The letters that the website sends.' },
  filter: 'Letters by what became of them',
  lists: { failed: 'Failed', waiting: 'Waiting', sent: 'Sent' } satisfies Record<LetterList, string>,
  /** In place of 'Sent', while letters do not leave the house. */
  kept: 'Kept',
  search: {
    form: 'Find an email',
    label: 'Words of the subject, or part of an address',
    kind: 'Kind of email',
    anyKind: 'All kinds',
    button: 'Search',
    clear: 'Show all again',
  },
  columns: { subject: 'Subject', kind: 'Kind', to: 'To', when: 'When' },
  dealtWith: 'Dealt with',
  none: {
    failed: 'No letter failed.',
    waiting: 'No letter waits.',
    sent: 'No letter was sent yet.',
  } satisfies Record<LetterList, string>,
  noneFound: 'No email here matches your search.',
  /** A search looks at some thousand emails for a page. */
  noneFoundYet: 'None of the newer emails here match your search. Older ones have not been searched yet.',
  retryAll: {
    button: 'Send all failed letters again',
    done: (letters: number) =>
      letters === 1 ? 'One letter waits to be sent again.' : `${letters} letters wait to be sent again.`,
  },
  /** While letters do not leave the house. */
  notSetUp:
    'Letters are only kept here, where you can read them. Whoever runs the website can set email up with MAIL_TRANSPORT; the operations guide says how, under Mail.',
  /** With a relay, whose templates write the headers. */
  relay: 'Letters go out through a relay. Its own templates write their headers, such as those for unsubscribing.',
} satisfies Page & Parts

export const adminLetter = {
  label: 'The letter',
  back: 'All mail',
  details: {
    to: 'To',
    state: 'State',
    accepted: 'Accepted',
    sent: 'Sent',
    kept: 'Kept',
    reason: 'The mail server said',
    about: 'About',
  },
  states: {
    waiting: 'Waits to be sent',
    inTrouble: 'Waits to be tried again',
    sent: 'Sent',
    kept: 'Kept in the database, not sent: email is not set up',
    failed: 'Failed; nothing tries it again',
    handled: (when: string) => `Failed; dealt with ${when}`,
  },
  order: (number: string) => `Order ${number}`,
  message: 'The message',
  visit: 'The visit',
  retry: { button: 'Send it again', done: 'The letter waits to be sent again.' },
  /** Before an address. */
  cameBack: 'An email did not reach',
  cameBackLink: 'Correct the address',
  /** An address that was refused. */
  correct: {
    label: 'Correct email address',
    hint: 'It is corrected in the appointment or order too, and everything that did not arrive is sent there.',
    button: 'Correct it and send again',
    done: 'The address is corrected, and the email waits to be sent.',
  },
  handle: { button: 'I have dealt with it', done: 'The letter is off the list of what to do.' },
  /** Another tab or person was faster. */
  notFailed: 'This letter is not among the failed ones any more. Nothing was changed.',
  asSent: {
    heading: 'As it was sent',
    /** Before it went out: it is written anew for each try. */
    notYet: 'It is written at the moment at which it is sent, so there is nothing to read yet.',
    gone: (period: string) => `Emails can be read here for ${period} after they were sent. This one is older.`,
    goneEarlier: 'The text of this email was deleted when emails were kept for a shorter time.',
    secret: 'It holds a link that is as good as a password, so only its recipient can read it.',
    headers: 'Headers',
    text: 'Text',
    html: 'Show it as a mail program does',
    relay: 'What the relay was given',
  },
} satisfies Parts
