/** How many entries the trail has and the last one's HMAC; together they stand for all of it. */
export type Head = { count: number; hmac: string }

/** What can be wrong with an entry. */
export const faults = ['altered', 'missing', 'added', 'head', 'cut-off', 'rewritten', 'key'] as const
export type Fault = (typeof faults)[number]

/** `entry`: the first one that is not as it was written. */
export type TrailState = { ok: true; head: Head } | { ok: false; fault: Fault; entry: number }

export type Verification = { at: number; state: { ok: true } | { ok: false; fault: Fault; entry: number } }

export type AuditEntry = {
  sequence: number
  at: number
  who: string
  from: string
  act: string
  record: string | undefined
  detail: string | undefined
}
