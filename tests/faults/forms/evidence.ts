import type { Stored, StoredEmail } from '#tests/support/stored.ts'
import type { Interruption } from '../interruptions.ts'
import type { Mail } from '../mailbox.ts'
import type { Answered } from './visitors.ts'

/** What the site confirmed, what is stored, and what was mailed. */
export type Evidence = {
  answered: Answered[]
  stored: Stored[]
  emails: StoredEmail[]
  /** Numbers of orders whose total is not that of their lines. */
  badSums: string[]
  /** Products of which not as many are left as orders left of them. */
  badCounts: string[]
  mails: Mail[]
  interruptions: Interruption[]
  /** Whether the clock of the site jumped. */
  clockJumped: boolean
}
