import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { type Backoff, countAttempt, resetAttempts } from '#app/domain/limits/backoff.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'

const second = 1000
const minute = 60 * second

/** Three of a million codes are right at a time. */
const perAccount: Backoff = { free: 5, firstMs: 15 * second, longestMs: 15 * minute }

/** Longer than the minute and a half for which a code is right. */
const usedCodesMs = 3 * minute

const toKey = (accountId: string) => `second-factor:account:${accountId}`

type CodeAttempt = {
  accountId: string
  code: string
  /** False while ABUSE_LIMITS is off. */
  isLimited: boolean
  now: number
}

type ConsumedCode = { ok: true } | { ok: false; reason: 'too-many'; retryAt: number } | { ok: false; reason: 'wrong' }

/**
 * Counts an attempt before the code is compared, and uses the code up: of many requests at once with the right code
 * only the first succeeds (RFC 6238, 5.2).
 */
export async function consumeCode(
  { tx }: { tx: Tx },
  { accountId, code, isLimited, now }: CodeAttempt,
): Promise<ConsumedCode> {
  if (isLimited) {
    const allowed = await countAttempt({ tx }, toKey(accountId), perAccount, now)
    if (!allowed.ok) return { ...allowed, reason: 'too-many' }
  }
  await tx
    .deleteFrom('usedCodes')
    .where('usedAt', '<', now - usedCodesMs)
    .execute()
  const taken = await tx
    .insertInto('usedCodes')
    .values({ accountId, code, usedAt: now })
    .onConflict((conflict) => conflict.columns(['accountId', 'code']).doNothing())
    .returning('code')
    .executeTakeFirst()
  return taken ? { ok: true } : { ok: false, reason: 'wrong' }
}

export const resetCodeAttempts = ({ tx }: { tx: Tx }, accountId: string) => resetAttempts({ tx }, toKey(accountId))

export const recordWrongCode = ({ database, vault }: { database: Database; vault: Vault }, actor: Actor) =>
  database.transaction((tx) =>
    recordAct({ tx, vault }, actor, { act: 'admin.second-factor-failed', record: `account:${actor.who}` }),
  )
