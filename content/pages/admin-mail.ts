import type { EmailList } from '#app/domain/outbox/email-list.ts'
import type { Empty } from './admin.ts'
import type { FailureCause } from '#app/domain/outbox/failure-cause.ts'
import type { EmailKind } from '#app/domain/outbox/email-kinds.server.ts'

/** Within a sentence, without an article. */
export const emailNames: Record<EmailKind, string> = {
  'newsletter-welcome': 'newsletter welcome email',
  'newsletter-opt-in': 'newsletter confirmation link',
  'newsletter-confirm': 'link to resubscribe',
  newsletter: 'newsletter',
  'newsletter-test': 'test newsletter',
  'order-notice': 'new order notice',
  'order-confirmation': 'order confirmation',
  'order-confirmed': 'order confirmed email',
  'order-ready': 'order ready email',
  'order-cancelled': 'order canceled email',
  'order-paid': 'receipt',
  'order-unpaid': 'unpaid order notice',
  'fee-paid': 'receipt of a fee',
  'fee-declined': 'notice of a declined card',
  'fee-refunded': 'refund notice',
  'payment-refunded': 'refund notice',
  'gift-card-paid': 'gift card receipt',
  'gift-card': 'gift card',
  'gift-card-refunded': 'gift card refund notice',
  appointment: 'appointment email',
  'booking-payment': 'email about a payment',
  'appointment-notice': 'appointment notice',
  'appointment-links': 'appointment links email',
  'appointment-address': 'address confirmation link',
  'address-replaced': 'notice to a former address',
  waitlist: 'waitlist confirmation',
  'waitlist-offer': 'offer from the waitlist',
  'waitlist-withdrawn': 'end of an offer from the waitlist',
  'data-code': 'code for opening personal data',
  'data-request-answered': 'answer to a data request',
  'data-erased': 'erasure notice',
  'contact-message': 'message from the website',
  'message-reply': 'reply to a message',
  'account-confirm': 'account confirmation link',
  'account-known': 'existing account notice',
  'password-reset': 'password reset link',
  'password-changed': 'password change notice',
  'passkey-added': 'new passkey notice',
  'staff-invitation': 'invitation to work here',
  'staff-joined': 'new staff notice',
  'contact-changed': 'notice of changed clinic details',
  today: 'morning email',
}

/** What one looks for; forty kinds would be no choice. */
export const emailGroups = {
  appointments: 'Appointments and waitlist',
  orders: 'Orders and gift cards',
  payments: 'Payments and refunds',
  newsletter: 'Newsletter',
  messages: 'Messages',
  data: 'Personal data',
  accounts: 'Accounts and staff',
}
export type EmailGroup = keyof typeof emailGroups

export const groupOfEmail: Record<EmailKind, EmailGroup> = {
  newsletter: 'newsletter',
  'newsletter-test': 'newsletter',
  'newsletter-welcome': 'newsletter',
  'newsletter-opt-in': 'newsletter',
  'newsletter-confirm': 'newsletter',
  appointment: 'appointments',
  'appointment-notice': 'appointments',
  'appointment-links': 'appointments',
  'appointment-address': 'appointments',
  'address-replaced': 'appointments',
  waitlist: 'appointments',
  'waitlist-offer': 'appointments',
  'waitlist-withdrawn': 'appointments',
  'order-notice': 'orders',
  'order-confirmation': 'orders',
  'order-confirmed': 'orders',
  'order-ready': 'orders',
  'order-cancelled': 'orders',
  'gift-card': 'orders',
  'order-paid': 'payments',
  'order-unpaid': 'payments',
  'booking-payment': 'payments',
  'fee-paid': 'payments',
  'fee-declined': 'payments',
  'fee-refunded': 'payments',
  'payment-refunded': 'payments',
  'gift-card-paid': 'payments',
  'gift-card-refunded': 'payments',
  'contact-message': 'messages',
  'message-reply': 'messages',
  'data-code': 'data',
  'data-request-answered': 'data',
  'data-erased': 'data',
  'contact-changed': 'accounts',
  'account-confirm': 'accounts',
  'account-known': 'accounts',
  'password-reset': 'accounts',
  'password-changed': 'accounts',
  'passkey-added': 'accounts',
  'staff-invitation': 'accounts',
  'staff-joined': 'accounts',
  today: 'accounts',
}

export const adminMail = {
  title: 'Mail',
  filter: 'Emails by status',
  lists: { failed: 'Failed', waiting: 'Waiting', sent: 'Sent', handled: 'Resolved' } satisfies Record<
    EmailList,
    string
  >,
  /** Replaces 'Sent' while emails are only stored. */
  kept: 'Stored',
  search: {
    form: 'Find an email',
    label: 'Subject or email address',
    kind: 'Kind',
    anyKind: 'All kinds',
    button: 'Search',
    clear: 'Show all',
  },
  columns: { subject: 'Subject', kind: 'Kind', to: 'To', when: 'When' },
  choose: (subject: string, to: string) => `Choose “${subject}” to ${to}`,
  none: {
    failed: {
      text: 'No failed emails',
      hint: 'An email that a mail server rejects appears here, with the reason and what you can do.',
      step: { text: 'See sent emails', href: '/admin/mail?list=sent' },
    },
    waiting: {
      text: 'No emails waiting',
      hint: 'Emails are here until they’re sent, usually for some seconds.',
      step: { text: 'See sent emails', href: '/admin/mail?list=sent' },
    },
    sent: {
      text: 'No emails sent yet',
      hint: 'Confirmations, reminders and notices appear here as soon as they’re sent.',
      step: { text: 'Check how email is set up', href: '/admin/connections' },
    },
    handled: {
      text: 'No resolved emails',
      hint: 'Reached someone another way? Mark the failed email as resolved, and it moves here.',
      step: { text: 'See failed emails', href: '/admin/mail?list=failed' },
    },
  } satisfies Record<EmailList, Empty>,
  noneFound: { text: 'No matching emails', hint: 'Try part of a subject or of an email address.' },
  /** Why an email failed; its page has what the mail server said. */
  causes: {
    'no-mailbox': 'This address doesn’t exist.',
    'mailbox-full': 'This person’s mailbox is full.',
    limit: 'The mail account has reached its limit.',
    refused: 'The mail server took it for spam, or blocks us.',
    closed: 'This mailbox is closed for now.',
    unreachable: 'The mail server couldn’t be reached.',
    rejected: 'The mail server rejected it.',
  } satisfies Record<FailureCause, string>,
  bulk: {
    retry: 'Try again',
    retried: (count: number, skipped: number) => `${emails(count)} will be sent again.${gone(skipped)}`,
    retriesUndone: (count: number, skipped: number) =>
      `Undone for ${emails(count)}.${skipped > 0 ? ` It was too late for ${skipped}.` : ''}`,
    handled: (count: number, skipped: number) => `${emails(count)} marked as resolved.${gone(skipped)}`,
    reopened: (count: number, skipped: number) => `${emails(count)} reopened.${gone(skipped)}`,
    noneChanged: 'Nothing was changed: someone else was faster, or the emails are gone.',
    tooLate: 'It’s too late to undo: the emails are on their way.',
  },
  /** A search reads some thousand emails for each page. */
  retryAll: {
    button: 'Resend all failed emails',
    done: (emails: number) => (emails === 1 ? 'One email will be sent again.' : `${emails} emails will be sent again.`),
  },
  /** While emails are only stored. */
  notSetUp:
    'Emails are stored here, where you can read them, but aren’t sent. Your website administrator can set up email: the operations guide explains how, under Mail.',
  /** With a relay, whose templates write the headers. */
  relay: 'Emails are sent through a relay. Its own templates set the headers, such as the ones for unsubscribing.',
}

const emails = (count: number) => (count === 1 ? '1 email' : `${count} emails`)

const gone = (skipped: number) => (skipped > 0 ? ` Nothing to do for ${skipped}.` : '')

export const adminEmail = {
  label: 'Email',
  back: 'All mail',
  details: {
    to: 'To',
    state: 'Status',
    accepted: 'Created',
    sent: 'Sent',
    kept: 'Stored',
    reason: 'The mail server said',
    about: 'About',
  },
  states: {
    waiting: 'Waiting to be sent',
    retrying: 'Waiting to retry',
    sent: 'Sent',
    kept: 'Stored but not sent: email isn’t set up',
    failed: 'Failed. Won’t retry.',
    handled: (when: string) => `Failed. Resolved ${when}`,
  },
  order: (number: string) => `Order ${number}`,
  message: 'The message',
  visit: 'The appointment',
  retry: {
    button: 'Resend',
    done: 'The email will be sent again.',
    undone: 'The email won’t be sent again.',
    tooLate: 'It’s too late to undo: the email is on its way.',
  },
  bounced: 'An email couldn’t be delivered to',
  bouncedLink: 'Correct the address',
  /** For an address that bounced. */
  correct: {
    label: 'Correct email address',
    hint: 'This also corrects the appointment or order, and resends everything that wasn’t delivered.',
    button: 'Save and resend',
    done: 'Address corrected. The email will be sent again.',
  },
  handle: { button: 'Mark as resolved', done: 'Marked as resolved.' },
  reopen: { button: 'Reopen', done: 'Email reopened.' },
  /** If another tab was faster. */
  notFailed: 'This email is no longer marked as failed. Nothing was changed.',
  asSent: {
    heading: 'Email as sent',
    /** Before it is sent, since each try renders it again. */
    notYet: 'Nothing to show until it’s sent.',
    failed: 'This email couldn’t be sent, and its text wasn’t stored. If you resend it, it’s written again first.',
    gone: (period: string) => `You can read emails here for ${period} after they’re sent. This one is older.`,
    goneEarlier: 'The text of this email was deleted when emails were stored for a shorter time.',
    secret:
      'It contains a link that works like a password. Only the recipient can read it and, while email isn’t set up, the owner.',
    headers: 'Headers',
    text: 'Text',
    html: 'Show as it looks in an email app',
    relay: 'Sent to the relay',
  },
}
