import type { BackupFailure } from '#app/domain/today/backup-health.ts'
import type { CopyFailure } from '#app/domain/today/copy-health.ts'
import type { RequestKind } from '#app/domain/patients/data-request.ts'
import type { EmailKind } from '#app/domain/outbox/email-kinds.server.ts'
import type { Fault } from '#app/domain/audit/trail.ts'
import { auditTrail } from '../audit.ts'
import { emailNames } from './admin-mail.ts'
import { unregisteredNumber } from './admin-texts.ts'

/** 'the order confirmation (K7F-29Q)'. */
const emailIn = (kind: EmailKind, orderNumber?: string) =>
  `the ${emailNames[kind]}${orderNumber ? ` (${orderNumber})` : ''}`

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`

type FailureKind = (BackupFailure | CopyFailure)['kind']

const backupFailures: Record<FailureKind, string> = {
  never: 'There is no backup yet.',
  old: 'No backup was made in the last 36 hours. The time shown is when the last one was made.',
  failed: 'The backup failed.',
  'not-restorable': 'The latest backup can’t be restored.',
  'copy-behind': 'The continuous copy is behind. The time shown is when it was last up to date.',
  'copy-not-restorable': 'The continuous copy can’t be restored.',
}

/** With the rule that sets the days. */
const asked: Record<RequestKind, string> = {
  access: 'asked for a copy of their data (45 CFR 164.524)',
  correction: 'asked for a correction (45 CFR 164.526)',
  erasure: 'asked to be erased',
}

const inDays = (days: number) => {
  if (days < 0) return `Overdue by ${count(-days, 'day', 'days')}`
  return days === 0 ? 'Answer it today' : `${count(days, 'day', 'days')} left to answer`
}

/** Shared by the page and the morning email. `who` is a name on the page, and initials in the email. */
export const toDo = {
  appointments: {
    heading: 'Appointments today',
    item: (who: string) => who,
  },
  requests: {
    heading: 'Appointment requests',
    item: (who: string) => `${who} requested this time`,
    plan: (who: string, days: number) => `${who} requested ${days} days of a plan`,
  },
  'held-back': {
    heading: 'Bookings held back as a possible flood',
    item: (who: string) => `${who} asked for this time, which isn’t held`,
    plan: (who: string, days: number) => `${who} asked for ${days} days of a plan, which aren’t held`,
  },
  outcomes: {
    heading: 'Past appointments without an outcome',
    item: (who: string) => `Did ${who} come in? Mark as completed or no-show`,
  },
  'data-requests': {
    heading: 'Data requests',
    item: (who: string, kind: RequestKind) => `${who} ${asked[kind]}.`,
    left: inDays,
  },
  closures: {
    heading: 'Appointments on closed days',
    item: (who: string) => `${who} has an appointment while the clinic is closed. Move it, or leave it`,
  },
  collisions: {
    heading: 'Appointments in busy times',
    item: (who: string) => `${who} has an appointment while a private calendar says busy. Move it, or leave it`,
  },
  handovers: {
    heading: 'Appointments to reassign',
    item: (who: string) => `${who} has an appointment with someone whose access ended`,
  },
  calendars: {
    heading: 'Private calendars',
    item: (whose?: string) =>
      `${whose ? `The calendar of ${whose}` : 'A private calendar'} hasn’t been read for a day. The time shown is when it last was.`,
  },
  missed: {
    heading: 'Missed its time',
    item: (title: string) => `The newsletter “${title}” wasn’t sent. Send it now or unschedule it`,
  },
  refused: {
    heading: 'Stopped',
    item: (title: string) => `The newsletter “${title}” stopped: the mail server refuses it. Nobody was lost`,
  },
  erasures: {
    heading: 'Health answers to be deleted',
    item: (who: string) => `The health answer from ${who} will be deleted unless you keep it`,
  },
  undelivered: {
    heading: 'Bounced emails',
    /** The person has to be contacted in another way. */
    call: (who: string, kind: EmailKind, orderNumber?: string) => `Call ${who}: ${emailIn(kind, orderNumber)} bounced.`,
    reach: (who: string, kind: EmailKind, orderNumber?: string) =>
      `Contact ${who} another way: ${emailIn(kind, orderNumber)} bounced, and there’s no phone number on file.`,
    /** The clinic's own mailbox rejected it; its content is in the dashboard. */
    read: (kind: EmailKind, orderNumber?: string) =>
      `Read it here: ${emailIn(kind, orderNumber)} didn’t reach the clinic.`,
    look: (kind: EmailKind, recipient?: string) =>
      `See why: ${emailIn(kind)}${recipient ? ` to ${recipient}` : ''} bounced.`,
  },
  orders: {
    heading: 'New orders',
    item: (who: string, number: string, total: string) => `${who}, order ${number}, ${total}`,
  },
  fees: {
    heading: 'Fees that were not charged',
    item: (who: string, amount: string, isByBank: boolean) =>
      isByBank
        ? `The bank declined the fee of ${amount} for ${who}`
        : `The fee of ${amount} for ${who} couldn’t be charged`,
  },
  refunds: {
    heading: 'Refunds to send',
    canceled: (about: string, who: string | undefined, amount: string) =>
      `${who ? `${about} of ${who}` : about} was canceled: send back ${amount}`,
    leftOfPlan: (amount: string) => `A plan ended with ${amount} left that was paid at the desk`,
  },
  differences: { heading: 'Payments to check' },
  payments: { heading: 'Online payments' },
  texts: {
    heading: 'Text messages',
    item: `${unregisteredNumber} Register it with your service for text messages.`,
  },
  offers: {
    heading: 'Waitlist offers',
    item: (who: string) => `${who} has until then to accept a time`,
  },
  stock: {
    heading: 'Low stock',
    item: (product: string, left: number) =>
      `${product}: ${left === 0 ? 'sold out' : `only ${left.toLocaleString('en-US')} left`}`,
  },
  messages: {
    heading: 'Unanswered messages',
    item: (who: string) => `${who} sent a message`,
  },
  posts: {
    heading: 'Posts to review',
    item: (title: string, sentences: number) =>
      `${title}: ${count(sentences, 'sentence reads like a claim', 'sentences read like claims')} about a disease`,
  },
  'sign-ins': {
    heading: 'Failed sign-ins',
    item: (tries: number) =>
      `${count(tries, 'incorrect password was', 'incorrect passwords were')} entered for the admin account in the last 24 hours. If that wasn’t you, make sure two-factor authentication is on.`,
  },
  audit: {
    heading: 'Audit trail',
    item: (fault: Fault, entry: number) => `Contact your website administrator. ${auditTrail.broken(entry, fault)}`,
  },
  backup: {
    heading: 'Backup',
    item: (failure: FailureKind, reason = '') =>
      `Contact your website administrator. ${backupFailures[failure]} ${reason}`.trim(),
  },
  more: (more: number) => count(more, 'more', 'more'),
}

export const siteHealth = {
  well: 'Everything is working.',
  /** After the sentence that email isn’t set up. */
  restIsWell: 'Everything else is working.',
  notWell: 'Some things need attention.',
  mail: {
    goesOut: 'Email is working.',
    kept: 'Email isn’t set up yet, so nothing is being delivered.',
    waits: (emails: number, since: string) =>
      `${count(emails, 'email has', 'emails have')} been waiting for the mail server since ${since}.`,
    newsletterWaits: 'A newsletter is paused until the mail service accepts email again.',
    failed: (emails: number) => `${count(emails, 'email wasn’t', 'emails weren’t')} delivered.`,
  },
  feed: {
    read: (when: string) => `Blog last updated: ${when}.`,
    neverRead: 'The blog hasn’t been loaded yet.',
    failing: (lastRead: string) => `The blog can’t be updated right now. Last updated: ${lastRead}.`,
    failed: 'The blog couldn’t be loaded yet.',
  },
  backup: {
    none: 'No backup yet.',
    made: (when: string) => `Last backup: ${when}.`,
    restorable: (when: string) => `Last backup: ${when}, tested and restorable.`,
    onDiskOfData:
      'Backups are on the same disk as the data. If it fails, both are lost. Contact your website administrator.',
  },
}

/** To the admin, every morning. Times and initials only, since a phone may show it to others. */
export const morningEmail = {
  subject: (day: string, things: number) =>
    `${day}: ${things === 0 ? 'nothing to do' : count(things, 'thing to do', 'things to do')}`,
  headline: (day: string) => day,
  preview: 'Today’s to-do list, and the status of email, blog and backups.',
  nothing: 'You’re all caught up this morning.',
  late: 'This email was due at 7 am. The website couldn’t send it then because the website or the mail server wasn’t running.',
  why: 'You get this email every day at 7 am, even when there’s nothing to do. If it doesn’t arrive, check that the website is running.',
  link: 'Open the dashboard',
}
