import { z } from 'zod'

/** Every job with the payload it carries. Payloads hold ids, never personal data: they outlive what they name. */
export const payloads = {
  'send-letter': z.object({ letterId: z.string() }),
  'read-feed': z.object({}),
  'fetch-post-pictures': z.object({}),
  sweep: z.object({}),
}

export type JobKind = keyof typeof payloads
export type Payload<Kind extends JobKind> = z.output<(typeof payloads)[Kind]>

/** What a job answers: nothing when done, or why trying again cannot help. Throwing means 'try again later'. */
export type JobOutcome = void | { givenUp: string }

export type JobHandler<Means, Kind extends JobKind> = {
  run(means: Means, payload: Payload<Kind>): Promise<JobOutcome>
  /** Called once when the last try has failed, so that what the job was for can say so too. */
  failed?(means: Means, payload: Payload<Kind>): Promise<void>
  /** It comes again by itself, so a failure is not tried again before. */
  recurring?: boolean
}

export type JobHandlers<Means> = { [Kind in JobKind]: JobHandler<Means, Kind> }
