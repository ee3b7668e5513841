import type { Fault } from '#app/domain/audit/trail.ts'
import type { EmailKind } from '#app/domain/outbox/email-kinds.ts'
import type { BackupTrouble } from './backup-health.ts'

/** Of something that waits for a person; what is longer than a page says how much more there is. */
type Waiting<Kind extends string, Item> = { kind: Kind; items: Item[]; count: number }

/** Whom an email was about, and where that is in the dashboard. */
export type EmailAbout = {
  name: string
  phone?: string
  orderNumber?: string
  messageId?: string
  appointmentId?: string
}

/** An email that came back, and that nothing tries again by itself. */
export type Undelivered = {
  emailId: string
  emailKind: EmailKind
  recipient: string
  /** Epoch milliseconds. */
  at: number
  /** To the clinic itself, which can read here what it was about. */
  toClinic: boolean
  about?: EmailAbout
}

export type NewOrder = { number: string; name: string; totalCents: number; at: number }
export type UnreadMessage = { id: string; name: string; at: number; text: string }
/** A post that visitors see, in which sentences read as claims about a disease. */
export type ClaimingPost = { address: string; title: string; sentences: number; at: number }
/** A health answer that is erased then, unless the clinic keeps it; `id` is the appointment's. */
export type DueErasure = { id: string; name: string; at: number }
/** Wrong passwords for the admin since then, at least ten within a day. */
export type FailedSignIns = { tries: number; at: number }
export type BrokenTrail = { fault: Fault; entry: number; at: number }

/** Somebody who comes, or asks to come, at a time. */
export type Visit = {
  id: string
  name: string
  phone?: string
  at: number
  serviceId: string
  minutes: number
  room?: string
}

/** A newsletter whose time to start was missed; a person decides. */
export type MissedNewsletter = { id: string; title: string; at: number }

export type TodaySection =
  | Waiting<'visits', Visit>
  | Waiting<'requests', Visit>
  | Waiting<'outcomes', Visit>
  | Waiting<'missed', MissedNewsletter>
  | Waiting<'undelivered', Undelivered>
  | Waiting<'orders', NewOrder>
  | Waiting<'messages', UnreadMessage>
  | Waiting<'posts', ClaimingPost>
  | Waiting<'erasures', DueErasure>
  | Waiting<'sign-ins', FailedSignIns>
  | Waiting<'audit', BrokenTrail>
  | Waiting<'backup', BackupTrouble>

/** Of each kind; the page says how many more there are. All kinds together still print on one sheet. */
export const mostShown = 5

/** A whole day of them: who prints the page wants to see everybody. */
export const mostVisits = 24

/** How the parts are that work by themselves. */
export type Wellbeing = {
  /**
   * `leaves`: emails leave the house. `waiting`: for the mail server, which is in trouble since then. `failed`: nothing
   * tries them again. `newsletterWaits`: it is paused until the mail server takes emails again.
   */
  mail: { leaves: boolean; waiting: number; since?: number; failed: number; newsletterWaits: boolean }
  /** When the blog was last read well, and whether the last try failed. */
  feed: { readAt?: number; failing: boolean }
  /** When the last one was made, and since when it is known that it can be restored. */
  backup: { madeAt?: number; triedAt?: number; troubled: boolean; onDiskOfData: boolean }
  /** Something above on the page is broken: the audit trail, or a newsletter that missed its time. */
  alarms: boolean
}

/** What a person must do today; an empty list of sections is a day on which nothing waits. */
export type Today = { sections: TodaySection[]; wellbeing: Wellbeing }

export const allIsWell = ({ mail, feed, backup, alarms }: Wellbeing) =>
  !alarms && mail.waiting === 0 && mail.failed === 0 && !mail.newsletterWaits && !feed.failing && !backup.troubled
