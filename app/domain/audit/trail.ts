/** The number of entries and the HMAC of the last; together they identify the whole trail. */
export type Head = { count: number; hmac: string }

export const faults = ['altered', 'missing', 'added', 'head', 'cut-off', 'rewritten', 'key'] as const
export type Fault = (typeof faults)[number]

/** `entry`: the first bad one. */
type Broken = { ok: false; fault: Fault; entry: number }
export type TrailState = { ok: true; head: Head } | Broken
export type Verification = { at: number; state: { ok: true } | Broken }
