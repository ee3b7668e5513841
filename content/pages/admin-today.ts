import type { Page, Parts } from './page.ts'
import type { BackupTrouble } from '#app/domain/today/backup-health.ts'
import type { LetterKind } from '#app/domain/outbox/letters.server.ts'
import type { Fault } from '#app/domain/audit/trail.ts'
import { auditTrail } from '../audit.ts'
import { letterNames } from './admin-mail.ts'

/** What came back, for a sentence: 'the confirmation of an order (K7F-29Q)'. */
const letterIn = (kind: LetterKind, orderNumber?: string) =>
  `the ${letterNames[kind]}${orderNumber ? ` (${orderNumber})` : ''}`

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`

const backupTroubles: Record<BackupTrouble['trouble'], string> = {
  never: 'No backup was ever made.',
  old: 'No backup was made for 36 hours; this is when the last one was.',
  failed: 'The backup failed.',
  'not-restorable': 'The newest backup cannot be restored.',
}

/**
 * What there is to do, in sentences that the page and the morning letter share. `who` is a name on the page, and
 * initials in the letter.
 */
export const toDo = {
  visits: {
    heading: 'Visits today',
    item: (who: string) => who,
  },
  requests: {
    heading: 'Requests to answer',
    item: (who: string) => `${who} asks for this time`,
  },
  outcomes: {
    heading: 'Past appointments without an outcome',
    item: (who: string) => `Did ${who} come? Mark it as completed or no-show`,
  },
  missed: {
    heading: 'Missed its time',
    item: (title: string) => `The newsletter “${title}” was not sent then. Send it now or cancel it`,
  },
  erasures: {
    heading: 'Health answers due for erasure',
    item: (who: string) => `The health answer of ${who} is erased then, unless you keep it`,
  },
  undelivered: {
    heading: 'Mail that came back',
    /** Somebody has to be told in another way. */
    call: (who: string, kind: LetterKind, orderNumber?: string) =>
      `Call ${who}: ${letterIn(kind, orderNumber)} came back.`,
    reach: (who: string, kind: LetterKind, orderNumber?: string) =>
      `Reach ${who} in another way: ${letterIn(kind, orderNumber)} came back, and no phone number is known.`,
    /** The clinic's own mailbox did not take it; what it was about is in the dashboard. */
    read: (kind: LetterKind, orderNumber?: string) =>
      `Read it here: ${letterIn(kind, orderNumber)} did not reach the clinic.`,
    look: (kind: LetterKind, recipient?: string) =>
      `See why: ${letterIn(kind)}${recipient ? ` to ${recipient}` : ''} came back.`,
  },
  orders: {
    heading: 'New orders',
    item: (who: string, number: string, total: string) => `${who}, order ${number}, ${total}`,
  },
  messages: {
    heading: 'Messages to answer',
    item: (who: string) => `${who} sent a message`,
  },
  posts: {
    heading: 'Posts to look at',
    item: (title: string, sentences: number) =>
      `${title}: ${count(sentences, 'sentence reads as a claim', 'sentences read as claims')} about a disease`,
  },
  'sign-ins': {
    heading: 'Failed sign-ins',
    item: (tries: number) =>
      `${count(tries, 'wrong password was', 'wrong passwords were')} entered for the admin within 24 hours. If it was not you, check that two-factor authentication is on.`,
  },
  audit: {
    heading: 'Audit trail',
    item: (fault: Fault, entry: number) => `Tell whoever runs the website. ${auditTrail.broken(entry, fault)}`,
  },
  backup: {
    heading: 'Backup',
    item: (trouble: BackupTrouble['trouble'], reason = '') =>
      `Tell whoever runs the website. ${backupTroubles[trouble]} ${reason}`.trim(),
  },
  more: (more: number) => count(more, 'more', 'more'),
}

/** How the parts are that work by themselves. */
export const wellbeing = {
  well: 'All well.',
  notWell: 'Not all is well.',
  mail: {
    goesOut: 'Mail goes out.',
    kept: 'Email is not set up, so letters are kept here and reach nobody.',
    waits: (letters: number, since: string) =>
      `${count(letters, 'letter waits', 'letters wait')} for the mail server, the first since ${since}.`,
    newsletterWaits: 'A newsletter is paused until the mail service takes emails again.',
    failed: (emails: number) => `${count(emails, 'email was', 'emails were')} not delivered.`,
  },
  feed: {
    read: (when: string) => `The blog was read at ${when}.`,
    neverRead: 'The blog was not read yet.',
    failing: (lastRead: string) => `The blog cannot be read at present; it was last read at ${lastRead}.`,
    failed: 'The blog could not be read yet.',
  },
  backup: {
    none: 'No backup yet.',
    made: (when: string) => `The last backup was made at ${when}.`,
    restorable: (when: string) => `The last backup was made at ${when}, and can be restored.`,
    onDiskOfData:
      'The backups lie on the same disk as the data: if it breaks, both are lost. Ask whoever runs the website.',
  },
}

export const todayPage = {
  title: 'Today',
  seo: { title: 'Today', description: 'What there is to do at the clinic today.' },
  nothing: 'Nothing waits for you.',
} satisfies Page & Parts

/** The letter of each morning, to the admin. Times and initials only: it may lie open on any phone. */
export const morningLetter = {
  subject: (day: string, things: number) =>
    `${day}: ${things === 0 ? 'nothing waits' : count(things, 'thing to do', 'things to do')}`,
  preview: 'What there is to do today, and how mail, blog and backup are.',
  nothing: 'Nothing waits for you this morning.',
  late: 'This letter was due at 7 am. The website could not send it then, since it or the mail server was not running.',
  why: 'This letter comes every day at 7 am, also when nothing waits. Should it be missing, look whether the website is running.',
  link: 'Open the dashboard',
}
