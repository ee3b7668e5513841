import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { resetAttempts, type Backoff, countAttempt } from '#app/domain/limits/backoff.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'

const second = 1000
const minute = 60 * second

/** Of a million codes three are right at a time; never locked for good. */
const perAccount: Backoff = { free: 5, firstMs: 15 * second, longestMs: 15 * minute }

/** A code is right for a minute and a half; one that was used is remembered longer. */
const rememberedMs = 3 * minute

const keyOf = (accountId: string) => `second-factor:account:${accountId}`

type Try = {
  accountId: string
  code: string
  /** False while ABUSE_LIMITS is off. */
  isLimited: boolean
  now: number
}

/**
 * Counts a try of a code before the code is looked at, and uses the code up, so that of many at once with the right one
 * the first gets in (RFC 6238, 5.2).
 */
export async function consumeCode({ tx }: { tx: Tx }, { accountId, code, isLimited, now }: Try): Promise<ConsumedCode> {
  if (isLimited) {
    const allowed = await countAttempt({ tx }, keyOf(accountId), perAccount, now)
    if (!allowed.ok) return { ok: false, reason: 'too-many', retryAt: allowed.retryAt }
  }
  await tx
    .deleteFrom('usedCodes')
    .where('usedAt', '<', now - rememberedMs)
    .execute()
  const taken = await tx
    .insertInto('usedCodes')
    .values({ accountId, code, usedAt: now })
    .onConflict((conflict) => conflict.columns(['accountId', 'code']).doNothing())
    .returning('code')
    .executeTakeFirst()
  return taken ? { ok: true } : { ok: false, reason: 'wrong' }
}

type ConsumedCode = { ok: true } | { ok: false; reason: 'too-many'; retryAt: number } | { ok: false; reason: 'wrong' }

/** After a right one. */
export const resetCodeAttempts = ({ tx }: { tx: Tx }, accountId: string) => resetAttempts({ tx }, keyOf(accountId))

export const recordWrongCode = ({ database, vault }: { database: Database; vault: Vault }, actor: Actor) =>
  database.transaction((tx) =>
    recordAct({ tx, vault }, actor, { act: 'admin.second-factor-failed', record: `account:${actor.who}` }),
  )
