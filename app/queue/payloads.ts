import { z } from 'zod'
import { erasure } from '#app/database/backups/erasure.ts'
import type { Tx } from '#app/database/tables.ts'

/** Every job with the payload it carries. Payloads hold ids, never personal data: they outlive what they name. */
export const payloads = {
  'send-email': z.object({ emailId: z.string() }),
  /** The same for one email of a newsletter; however many there are, other emails do not wait behind them. */
  'send-newsletter-email': z.object({ emailId: z.string() }),
  'send-newsletter': z.object({ campaignId: z.string() }),
  'sync-token': z.object({ accountId: z.string(), event: z.enum(['signed-in', 'signed-out']) }),
  /** The day before a visit; `startsAt` as it was when the reminder was set. */
  remind: z.object({ appointmentId: z.string(), startsAt: z.number() }),
  'release-hour': z.object({ appointmentId: z.string() }),
  'read-feed': z.object({}),
  'fetch-post-pictures': z.object({}),
  'import-subscribers': z.object({ importId: z.string() }),
  sweep: z.object({}),
  'verify-audit': z.object({}),
  'morning-email': z.object({}),
  /** `newest`: when the newest backup was made as this one was asked for, in epoch milliseconds; 0: there was none. */
  'make-backup': z.object({ newest: z.number().optional() }),
  'drill-backup': z.object({}),
  'note-erasure': erasure,
  'watch-checks': z.object({}),
  /** As it was at that moment, in epoch milliseconds. */
  'post-alert': z.object({ check: z.string(), state: z.enum(['red', 'green']), says: z.string(), at: z.number() }),
}

export type JobKind = keyof typeof payloads
export type Payload<Kind extends JobKind> = z.output<(typeof payloads)[Kind]>

/** What is written in the transaction that completes the job, so that both commit or neither. Only through `tx`. */
export type Recording = (tx: Tx) => Promise<void>

/** What a job answers; nothing means done, throwing means failed. */
export type JobOutcome =
  | void
  | { state: 'done'; record: Recording }
  /** `final`: trying again cannot help. */
  | { state: 'failed'; reason: string; final: boolean; record?: Recording }
  /** Not tried at all: no job of this kind can run before that moment. */
  | { state: 'too-soon'; until: number }
  /** There is more to do: it runs again at that moment, with all its tries. */
  | { state: 'again'; at: number; record?: Recording }

/** What a job may want to know of its worker and of this try. */
export type JobContext = {
  /** The worker stops: what can be put down is put down. */
  stopping: AbortSignal
  /** Which try this is, from 1. */
  attempt: number
  /** The worker that ran it before never completed it: what it did may have happened or not. */
  wasInterrupted: boolean
}

export type JobHandler<Deps, Kind extends JobKind> = {
  run(deps: Deps, payload: Payload<Kind>, context: JobContext): Promise<JobOutcome>
  /** Written with the end of a job that failed for good, so that what it was for can say so too. */
  failed?(tx: Tx, payload: Payload<Kind>): Promise<void>
  /** It comes again by itself, so a failure is not tried again before. */
  recurring?: boolean
  /** How many of this kind run at once, apart from all other kinds. */
  concurrency?(deps: Deps): number
}

export type JobHandlers<Deps> = { [Kind in JobKind]: JobHandler<Deps, Kind> }
