import type { AppointmentState } from '#app/domain/booking/appointment.ts'
import type { Fault } from '#app/domain/audit/trail.ts'
import type { RequestKind } from '#app/domain/patients/data-request.ts'
import type { EmailKind } from '#app/domain/outbox/email-kinds.server.ts'
import type { OpenDifference } from '#app/domain/payments/difference.ts'
import type { ProviderTask } from '#app/domain/payments/provider-health.server.ts'
import type { BackupFailure } from './backup-health.ts'
import type { CopyFailure } from './copy-health.ts'

/** `items` is limited to what a page shows, `count` is not. */
type Waiting<Kind extends string, Item> = { kind: Kind; items: Item[]; count: number }

/** The person that an email is about, and the record in the dashboard. */
export type EmailAbout = {
  name: string
  phone?: string
  orderNumber?: string
  messageId?: string
  appointmentId?: string
}

/** An email that failed and is not retried. */
export type Undelivered = {
  emailId: string
  emailKind: EmailKind
  recipient: string
  /** Epoch milliseconds. */
  at: number
  /** An email to the clinic itself. */
  toClinic: boolean
  about?: EmailAbout
}

export type AppointmentItem = {
  id: string
  name: string
  phone?: string
  at: number
  state: AppointmentState
  serviceId: string
  minutes: number
  room?: string
  /** Of a plan, all days of which are answered together. */
  planDays?: number
}

export type TodaySection =
  | Waiting<'appointments' | 'requests' | 'held-back' | 'outcomes', AppointmentItem>
  /** An appointment at a time at which the clinic is closed. */
  | Waiting<'closures', { id: string; name: string; phone?: string; at: number }>
  /** An appointment at a time when a private calendar says busy. */
  | Waiting<'collisions', { id: string; name: string; phone?: string; at: number }>
  /** An appointment with somebody whose access ended. */
  | Waiting<'handovers', { id: string; name: string; phone?: string; at: number }>
  /** A fee that the bank declined and nobody has paid since; `at`: when. */
  | Waiting<'fees', { id: string; name: string; phone?: string; amountCents: number; at: number; isByBank: boolean }>
  /** A private calendar that was not read for a day, since `at`. */
  | Waiting<'calendars', { id: string; person: string; at: number }>
  /** A scheduled newsletter that was not started on time. */
  | Waiting<'missed', { id: string; title: string; at: number }>
  /** A newsletter that stopped because the mail server refused its emails. */
  | Waiting<'refused', { id: string; title: string; at: number }>
  | Waiting<'undelivered', Undelivered>
  | Waiting<'orders', { number: string; name: string; totalCents: number; at: number }>
  /** What somebody asked about their data; `at`: by when it has to be answered, `id`: the patient's. */
  | Waiting<'data-requests', { id: string; name: string; kind: RequestKind; at: number; daysLeft: number }>
  /** What is nearly or wholly sold out, of what is offered; `at`: the last change of its count. */
  | Waiting<'stock', { id: string; name: string; left: number; at: number }>
  /** What keeps payments from being read or made. */
  | Waiting<'payments', { name: ProviderTask; failure: string; at: number }>
  /** What a manager pays back: of something `canceled`, or what is left of a plan paid at the desk. `path`: of its page. */
  | Waiting<'refunds', { path: string; canceled?: string; name?: string | undefined; amountCents: number; at: number }>
  /** Where the ledger and the payment provider differ. */
  | Waiting<'differences', OpenDifference & { at: number }>
  /** The clinic's number is not registered, so no text arrives. */
  | Waiting<'texts', { at: number }>
  /** A freed time that is held for somebody on the waitlist; `at`: until when. */
  | Waiting<'offers', { id: string; name: string; phone?: string; at: number }>
  | Waiting<'messages', { id: string; name: string; at: number; text: string }>
  /** A visible post with sentences that read as claims about a disease. */
  | Waiting<'posts', { address: string; title: string; sentences: number; at: number }>
  /** A health answer to be erased, unless the clinic retains it; `id` is the appointment's. */
  | Waiting<'erasures', { id: string; name: string; at: number }>
  /** At least ten wrong passwords for the admin within a day, since `at`. */
  | Waiting<'sign-ins', { tries: number; at: number }>
  | Waiting<'audit', { fault: Fault; entry: number; at: number }>
  | Waiting<'backup', BackupFailure | CopyFailure>

/** Of each kind, so that all kinds print on one sheet. */
export const mostShown = 5

/** A whole day, for the printed page. */
export const mostAppointments = 24

export type SiteHealth = {
  /**
   * `leaves`: emails leave the site. `waiting`: for the mail server, failing since `since`. `failed`: not retried.
   * `newsletterWaits`: paused until the mail server accepts emails.
   */
  mail: { leaves: boolean; waiting: number; since?: number; failed: number; newsletterWaits: boolean }
  /** `readAt`: last success; `failing`: the last try failed. */
  feed: { readAt?: number; failing: boolean }
  /** `triedAt`: the last successful restore drill. */
  backup: { madeAt?: number; triedAt?: number; failing: boolean; onDiskOfData: boolean }
  /** A broken audit trail, a newsletter that missed its time or was refused, or payments that cannot be read or made. */
  alarms: boolean
}

export type Today = { sections: TodaySection[]; health: SiteHealth }

export const isHealthy = ({ mail, feed, backup, alarms }: SiteHealth) =>
  !alarms && mail.waiting === 0 && mail.failed === 0 && !mail.newsletterWaits && !feed.failing && !backup.failing
