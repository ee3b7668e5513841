import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'

export type Limit = { most: number; windowMs: number }

/** `retryAt`: epoch milliseconds from which it is allowed again. */
export type Allowed = { ok: true } | { ok: false; retryAt: number }

/**
 * Who sends a form, as fingerprints: the network it comes from, and the email address it names. Keys of limits
 * name a person only through these.
 */
export type Sender = {
  network: string
  /** The IPv6 /48 around the network: one customer of a provider may have as many networks. */
  around?: string
  address: string
}

const hour = 60 * 60 * 1000
/** Clocks of two machines may differ by so much. */
const toleranceMs = 60_000
/** Mobile carriers put thousands of people behind one address of the internet, so it is generous. */
const perNetwork: Limit = { most: 60, windowMs: hour }
const perAround: Limit = { most: 180, windowMs: hour }
const perAddress: Limit = { most: 40, windowMs: hour }

/** Counts one post of a public form; `undefined` for a sender lifts the limits (ABUSE_LIMITS=off). */
export async function countPost(
  { tx }: { tx: Tx },
  form: string,
  sender: Sender | undefined,
  now: number,
): Promise<Allowed> {
  for (const { key, limit } of countersOf(form, sender)) {
    const allowed = await countUse({ tx }, key, limit, now)
    if (!allowed.ok) return allowed
  }
  return { ok: true }
}

/** Takes back a post that could not be worked on for a reason of ours. */
export async function refundPost({ tx }: { tx: Tx }, form: string, sender: Sender | undefined) {
  for (const { key } of countersOf(form, sender)) await refundUse({ tx }, key)
}

function countersOf(form: string, sender: Sender | undefined) {
  if (!sender) return []
  const { network, around, address } = sender
  return [
    { key: `${form}:network:${network}`, limit: perNetwork },
    ...(around ? [{ key: `${form}:network:${around}`, limit: perAround }] : []),
    { key: `${form}:address:${address}`, limit: perAddress },
  ]
}

/** Counts one use under `key`; one upsert, alike on both databases. */
export async function countUse(
  { tx }: { tx: Tx },
  key: string,
  { most, windowMs }: Limit,
  now: number,
): Promise<Allowed> {
  const { count, openedAt } = await countInWindow({ tx }, key, windowMs, now)
  return count <= most ? { ok: true } : { ok: false, retryAt: openedAt + windowMs }
}

/** The same for what is only counted: how often it happened, and since when. */
export async function countInWindow({ tx }: { tx: Tx }, key: string, windowMs: number, now: number) {
  // A window opens with the first use, so that no clock tick doubles what is allowed. One of the future is of a clock
  // that was set back, and must not hold until then.
  const stillOpen = sql<boolean>`(limits.window_start > ${now - windowMs} and limits.window_start <= ${now + toleranceMs})`
  const { count, windowStart: openedAt } = await tx
    .insertInto('limits')
    .values({ key, windowStart: now, count: 1 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${stillOpen} then limits.count + 1 else 1 end`,
        windowStart: sql<number>`case when ${stillOpen} then limits.window_start else excluded.window_start end`,
      }),
    )
    .returning(['count', 'windowStart'])
    .executeTakeFirstOrThrow()
  return { count, openedAt }
}

/** Takes back one use that came to nothing. */
export async function refundUse({ tx }: { tx: Tx }, key: string) {
  await tx
    .updateTable('limits')
    .set(({ eb }) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute()
}

/** What `countInWindow` has counted in a window that is still open; undefined when there is none. */
export async function findUses({ db }: { db: Db }, key: string, windowMs: number, now: number) {
  const row = await db
    .selectFrom('limits')
    .select(['count', 'windowStart'])
    .where('key', '=', key)
    .where('windowStart', '>', now - windowMs)
    .where('windowStart', '<=', now + toleranceMs)
    .executeTakeFirst()
  return row && { count: row.count, openedAt: row.windowStart }
}

/** Whether one more use would be refused; counts nothing. */
export async function isUsedUp({ db }: { db: Db }, key: string, { most, windowMs }: Limit, now: number) {
  const uses = await findUses({ db }, key, windowMs, now)
  return (uses?.count ?? 0) >= most
}

/** Deleted at once; a transaction is short, since pages wait for it. */
const atOnce = 500

/** Windows are at most a day long; older counters say nothing any more. */
export async function deleteOldLimits({ database }: { database: Pick<Database, 'transaction'> }, now: number) {
  for (let forgotten = atOnce; forgotten === atOnce;) {
    forgotten = await database.transaction(async (tx) => {
      const old = tx
        .selectFrom('limits')
        .select('key')
        .where('windowStart', '<', now - 24 * hour)
        .limit(atOnce)
      return (await tx.deleteFrom('limits').where('key', 'in', old).returning('key').execute()).length
    })
    // Whoever waits gets a turn.
    await new Promise(setImmediate)
  }
}
