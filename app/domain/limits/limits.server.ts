import { sql } from 'kysely'
import type { Tx } from '#app/database/tables.ts'

export type Limit = { most: number; windowMs: number }

/** `retryAt`: epoch milliseconds from which it is allowed again. */
export type Allowed = { ok: true } | { ok: false; retryAt: number }

/**
 * Who sends a form, as fingerprints: the network it comes from, and the e-mail address it names. Keys of limits
 * name a person only through these.
 */
export type Sender = { network: string; address: string }

const hour = 60 * 60 * 1000
/** Mobile carriers put thousands of people behind one address of the internet, so it is generous. */
const perNetwork: Limit = { most: 60, windowMs: hour }
const perAddress: Limit = { most: 40, windowMs: hour }

/** Counts one post of a public form; `undefined` for a sender lifts the limits (ABUSE_LIMITS=off). */
export async function allowPost(
  { tx }: { tx: Tx },
  form: string,
  sender: Sender | undefined,
  now: number,
): Promise<Allowed> {
  if (!sender) return { ok: true }
  const network = await countUse({ tx }, `${form}:network:${sender.network}`, perNetwork, now)
  if (!network.ok) return network
  return countUse({ tx }, `${form}:address:${sender.address}`, perAddress, now)
}

/** Counts one use under `key`; one upsert, alike on both databases. */
export async function countUse(
  { tx }: { tx: Tx },
  key: string,
  { most, windowMs }: Limit,
  now: number,
): Promise<Allowed> {
  // A window opens with the first use, so that no clock tick doubles what is allowed.
  const stillOpen = sql<boolean>`limits.window_start > ${now - windowMs}`
  const { count, window_start: openedAt } = await tx
    .insertInto('limits')
    .values({ key, window_start: now, count: 1 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${stillOpen} then limits.count + 1 else 1 end`,
        window_start: sql<number>`case when ${stillOpen} then limits.window_start else excluded.window_start end`,
      }),
    )
    .returning(['count', 'window_start'])
    .executeTakeFirstOrThrow()
  return count <= most ? { ok: true } : { ok: false, retryAt: openedAt + windowMs }
}

/** Windows are at most a day long; older counters say nothing any more. */
export async function forgetOldLimits({ tx }: { tx: Tx }, now: number) {
  await tx
    .deleteFrom('limits')
    .where('window_start', '<', now - 24 * hour)
    .execute()
}
