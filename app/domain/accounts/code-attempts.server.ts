import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { type Backoff, countAttempt, resetAttempts } from '#app/domain/limits/backoff.server.ts'
import type { TooMany } from '#app/domain/limits/limits.server.ts'
import type { CodeCheck, SecondFactorCode, WrongCode } from '#app/integrations/sign-in/second-factor.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'

const second = 1000
const minute = 60 * second

/** Three of a million codes are right at a time. */
const perAccount: Backoff = { free: 5, firstMs: 15 * second, longestMs: 15 * minute }

/** Longer than the minute and a half for which a code is right. */
const usedCodesMs = 3 * minute

const toKey = (accountId: string) => `second-factor:account:${accountId}`

export type CodeAttempt = {
  code: SecondFactorCode | undefined
  /** Of the request, with its cookies. */
  headers: Headers
  /** False while ABUSE_LIMITS is off. */
  isLimited: boolean
  now: number
}

/**
 * Counts an attempt before `check` compares the code, and uses the code up: of many requests at once with the right
 * code only the first succeeds (RFC 6238, 5.2). After a success the caller resets the attempts.
 */
export async function tryCode<Check extends CodeCheck>(
  { database, vault }: { database: Database; vault: Vault },
  actor: Actor,
  { code, headers, isLimited, now }: CodeAttempt,
  check: (code: SecondFactorCode, headers: Headers) => Promise<Check>,
): Promise<Check | WrongCode | TooMany> {
  const wrong: WrongCode = { ok: false, reason: 'wrong' }
  if (!code) return wrong
  const attempt = await database.transaction(async (tx): Promise<{ ok: true; isNew: boolean } | TooMany> => {
    const counted = isLimited ? await countAttempt({ tx }, toKey(actor.who), perAccount, now) : undefined
    if (counted && !counted.ok) return counted
    return { ok: true, isNew: await consumeCode(tx, { accountId: actor.who, code: code.code, usedAt: now }) }
  })
  if (!attempt.ok) return attempt
  const checked = attempt.isNew ? await check(code, headers) : wrong
  if (!checked.ok && checked.reason === 'wrong')
    await database.transaction((tx) =>
      recordAct({ tx, vault }, actor, { act: 'admin.second-factor-failed', record: `account:${actor.who}` }),
    )
  return checked
}

async function consumeCode(tx: Tx, used: { accountId: string; code: string; usedAt: number }) {
  await tx
    .deleteFrom('usedCodes')
    .where('usedAt', '<', used.usedAt - usedCodesMs)
    .execute()
  const consumed = await tx
    .insertInto('usedCodes')
    .values(used)
    .onConflict((conflict) => conflict.columns(['accountId', 'code']).doNothing())
    .returning('code')
    .executeTakeFirst()
  return consumed !== undefined
}

export const resetCodeAttempts = ({ tx }: { tx: Tx }, accountId: string) => resetAttempts({ tx }, toKey(accountId))
