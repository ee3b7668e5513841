import { z } from 'zod'
import { erasure } from '#app/database/backups/erased-list.server.ts'
import type { Tx } from '#app/database/tables.ts'

const resource = z.templateLiteral([z.enum(['person:', 'room:']), z.string()])
const hours = z.object({ opens: z.string(), closes: z.string() })
const ofDay = z.array(hours)

/** Every job with the payload it carries. Payloads hold ids, never personal data: they outlive what they name. */
export const payloads = {
  'send-email': z.object({ emailId: z.string() }),
  /** A kind of its own, so that other emails do not wait behind a newsletter. */
  'send-newsletter-email': z.object({ emailId: z.string() }),
  'send-newsletter': z.object({ campaignId: z.string() }),
  'sync-token': z.object({ accountId: z.string(), event: z.enum(['signed-in', 'signed-out']) }),
  /** `startsAt` as it was when the reminder was enqueued. */
  remind: z.object({ appointmentId: z.string(), startsAt: z.number() }),
  'send-text': z.object({ textId: z.string() }),
  'follow-texts': z.object({}),
  'watch-payments': z.object({}),
  'check-payment': z.object({ paymentId: z.string() }),
  'end-unpaid': z.object({ subject: z.string() }),
  'reconcile-payments': z.object({}),
  'send-refund': z.object({ refundId: z.string() }),
  'forget-card': z.object({ cardId: z.string() }),
  'release-hour': z.object({ appointmentId: z.string() }),
  'end-offer': z.object({ offerId: z.string() }),
  'offer-opened': z.object({
    opened: z.array(z.object({ resource, from: z.number(), until: z.number(), byHours: z.literal(true).optional() })),
  }),
  /** The clinic's hours as they were. */
  'offer-opened-hours': z.object({
    hours: z.object({
      monday: ofDay,
      tuesday: ofDay,
      wednesday: ofDay,
      thursday: ofDay,
      friday: ofDay,
      saturday: ofDay,
      sunday: ofDay,
    }),
    closures: z.array(z.object({ id: z.string(), firstDay: z.string(), lastDay: z.string(), part: hours.optional() })),
    holidays: z.array(z.object({ day: z.string(), name: z.string() })),
  }),
  'read-feed': z.object({}),
  'read-bounces': z.object({}),
  'fetch-post-pictures': z.object({}),
  'read-calendars': z.object({}),
  'read-calendar': z.object({ calendarId: z.string() }),
  'extend-blocks': z.object({}),
  'tell-contact-change': z.object({ section: z.enum(['emails', 'phones']), version: z.number() }),
  'publish-content': z.object({ name: z.string() }),
  'import-subscribers': z.object({ importId: z.string() }),
  sweep: z.object({}),
  'verify-audit': z.object({}),
  'morning-email': z.object({}),
  /** `newest`: when the newest backup was made at the time of enqueueing; 0: there was none. */
  'make-backup': z.object({ newest: z.number().optional() }),
  'drill-backup': z.object({}),
  'drill-copy': z.object({}),
  'note-erasure': erasure,
  'watch-checks': z.object({}),
  'post-alert': z.object({ check: z.string(), state: z.enum(['red', 'green']), says: z.string(), at: z.number() }),
}

export type JobKind = keyof typeof payloads
export type Payload<Kind extends JobKind> = z.output<(typeof payloads)[Kind]>

/** Writes the job's result in the transaction that completes the job. */
export type Recording = (tx: Tx) => Promise<void>

/** What a job returns: nothing when it is done. Throwing means failed. */
export type JobOutcome =
  | void
  | { state: 'done'; record: Recording }
  /** `final`: trying again cannot help. */
  | { state: 'failed'; reason: string; final: boolean; record?: Recording }
  /** Not tried at all: no job of this kind can run before `until`. */
  | { state: 'too-soon'; until: number }
  /** There is more to do: it runs again at `at`, with all its tries. */
  | { state: 'again'; at: number; record?: Recording }

export type JobContext = {
  /** Aborted when the worker stops: a long job ends early and returns `again`. */
  stopping: AbortSignal
  /** From 1. */
  attempt: number
  /** An earlier worker died while running it, so its work may be done or not. */
  wasInterrupted: boolean
}

export type JobHandler<Deps, Kind extends JobKind> = {
  run(deps: Deps, payload: Payload<Kind>, context: JobContext): Promise<JobOutcome>
  /** Called in the transaction that marks the job as failed for good. */
  failed?(tx: Tx, payload: Payload<Kind>): Promise<void>
  /** Not retried after a failure: it is added again in its next interval. */
  recurring?: boolean
  /** How many of this kind run at once; without it the kind shares the places of all others. */
  concurrency?(deps: Deps): number
}

export type JobHandlers<Deps> = { [Kind in JobKind]: JobHandler<Deps, Kind> }
