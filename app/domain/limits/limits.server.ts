import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { inBatches } from '#app/domain/shared/in-batches.server.ts'

export type Limit = { most: number; windowMs: number }

/** `retryAt`: epoch milliseconds from which it is allowed again. */
export type TooMany = { ok: false; reason: 'too-many'; retryAt: number }
export type Allowed = { ok: true } | TooMany

/** Fingerprints of a form's network and of the email address in it: the only personal part of a limit's key. */
export type Sender = {
  network: string
  /** The IPv6 /48 around the network, which may all belong to one customer of a provider. */
  around?: string
  address: string
}

const hour = 60 * 60 * 1000
/** Clocks of two machines may differ this much. */
export const toleranceMs = 60_000
/** Generous: mobile carriers put thousands of people behind one address. */
const perNetwork: Limit = { most: 60, windowMs: hour }
const perAround: Limit = { most: 180, windowMs: hour }
const perAddress: Limit = { most: 40, windowMs: hour }

/** Counts one post of a public form. Without a sender there are no limits (ABUSE_LIMITS=off). */
export async function countPost(
  { tx }: { tx: Tx },
  form: string,
  sender: Sender | undefined,
  now: number,
): Promise<Allowed> {
  for (const { key, limit } of listCounters(form, sender)) {
    const allowed = await countUse({ tx }, key, limit, now)
    if (!allowed.ok) return allowed
  }
  return { ok: true }
}

/** After a post that the site could not process. */
export async function refundPost({ tx }: { tx: Tx }, form: string, sender: Sender | undefined) {
  for (const { key } of listCounters(form, sender)) await refundUse({ tx }, key)
}

function listCounters(form: string, sender: Sender | undefined) {
  if (!sender) return []
  const { network, around, address } = sender
  return [
    { key: `${form}:network:${network}`, limit: perNetwork },
    ...(around ? [{ key: `${form}:network:${around}`, limit: perAround }] : []),
    { key: `${form}:address:${address}`, limit: perAddress },
  ]
}

export async function countUse(
  { tx }: { tx: Tx },
  key: string,
  { most, windowMs }: Limit,
  now: number,
): Promise<Allowed> {
  const { count, openedAt } = await countInWindow({ tx }, key, windowMs, now)
  return count <= most ? { ok: true } : { ok: false, reason: 'too-many', retryAt: openedAt + windowMs }
}

/** The same without a limit: the count, and since when. One upsert, the same on both databases. */
export async function countInWindow({ tx }: { tx: Tx }, key: string, windowMs: number, now: number) {
  // A window opens with the first use; fixed hours would allow twice as much around the full hour. A window in the
  // future comes from a clock that was set back since, and does not count.
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

export async function refundUse({ tx }: { tx: Tx }, key: string) {
  await tx
    .updateTable('limits')
    .set(({ eb }) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute()
}

/** The count of `countInWindow` in an open window; undefined when there is none. */
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

/** Whether the limit is reached; counts nothing. */
export async function isUsedUp({ db }: { db: Db }, key: string, { most, windowMs }: Limit, now: number) {
  const uses = await findUses({ db }, key, windowMs, now)
  return (uses?.count ?? 0) >= most
}

const batchSize = 500

/** Windows are at most a day long. */
export const deleteOldLimits = ({ database }: { database: Pick<Database, 'transaction'> }, now: number) =>
  inBatches(database, batchSize, async (tx) => {
    const old = tx
      .selectFrom('limits')
      .select('key')
      .where('windowStart', '<', now - 24 * hour)
      .limit(batchSize)
    return (await tx.deleteFrom('limits').where('key', 'in', old).returning('key').execute()).length
  })
