import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { toleranceMs } from './limits.server.ts'

type Deps = {
  database: Database
  config: { mail: { transport: string; perSecond?: number } }
}

/**
 * Waits until the rates of relay and newsletters allow another email (RELAY_PER_SECOND, NEWSLETTER_PER_SECOND; 0: no
 * limit). `askAgainAt`, epoch milliseconds: the wait would be too long.
 */
export async function waitForMailSlot(
  { database, config: { mail } }: Deps,
  { newsletterPerSecond = 0 } = {},
): Promise<{ askAgainAt?: number; hasWaited: boolean }> {
  const paces = [
    { key: 'pace:newsletter', perSecond: newsletterPerSecond },
    ...(mail.transport === 'relay' ? [{ key: 'pace:relay', perSecond: (mail.perSecond ?? 0) / onTheWay }] : []),
  ].filter(({ perSecond }) => perSecond > 0)
  if (paces.length === 0) return { hasWaited: false }

  const now = Date.now()
  const turn = await database.transaction(async (tx) => {
    let at = now
    for (const { key, perSecond } of paces) {
      const reserved = await reserveRateSlot({ tx }, key, { perSecond, now })
      if (!reserved.ok) return database.refuse(tx, reserved)
      at = Math.max(at, reserved.at)
    }
    return { ok: true as const, at }
  })
  if (!turn.ok) return { askAgainAt: turn.askAgainAt, hasWaited: false }
  await pause(Math.max(turn.at - Date.now(), 0))
  return { hasWaited: true }
}

/** A relay refuses what arrives sooner than its rate allows, and emails are not equally long on the way. */
const onTheWay = 1.1

/** How far ahead slots are reserved. */
const horizonMs = 3_000
const longestMs = 24 * 60 * 60 * 1000

type RateSlot = { ok: true; at: number } | { ok: false; askAgainAt: number }

/**
 * Reserves the next slot of a rate that all processes share. When the next few seconds are taken, nothing is reserved.
 * Times are epoch milliseconds.
 */
export async function reserveRateSlot(
  { tx }: { tx: Tx },
  key: string,
  { perSecond, now }: { perSecond: number; now: number },
): Promise<RateSlot> {
  const betweenMs = Math.ceil(Math.min(1000 / perSecond, longestMs))
  // A later slot comes from a clock that was set back since, and is ignored.
  const latest = now + horizonMs + betweenMs + toleranceMs
  const row = await tx
    .insertInto('limits')
    .values({ key, windowStart: now + betweenMs, count: 0 })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          windowStart: sql<number>`case when limits.window_start > ${now} and limits.window_start <= ${latest}
          then limits.window_start else ${now} end + ${betweenMs}`,
        })
        .where(({ or, eb }) =>
          or([eb('limits.windowStart', '<=', now + horizonMs), eb('limits.windowStart', '>', latest)]),
        ),
    )
    .returning('windowStart')
    .executeTakeFirst()
  if (row) return { ok: true, at: row.windowStart - betweenMs }
  const { windowStart: next } = await tx
    .selectFrom('limits')
    .select('windowStart')
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return { ok: false, askAgainAt: next - horizonMs }
}
