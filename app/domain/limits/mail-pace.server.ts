import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#app/database/connection.server.ts'
import { reserveRateSlot } from './pace.server.ts'

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
    ...(mail.transport === 'relay' ? [{ key: 'pace:relay', perSecond: mail.perSecond ?? 0 }] : []),
  ].filter(({ perSecond }) => perSecond > 0)
  if (paces.length === 0) return { hasWaited: false }

  const now = Date.now()
  const turn = await database.transaction(async (tx) => {
    let at = now
    for (const { key, perSecond } of paces) {
      const reserved = await reserveRateSlot({ tx }, key, { perSecond, now })
      if (!reserved.ok) return reserved
      at = Math.max(at, reserved.at)
    }
    return { ok: true as const, at }
  })
  if (!turn.ok) return { askAgainAt: turn.askAgainAt, hasWaited: false }
  await pause(Math.max(turn.at - Date.now(), 0))
  return { hasWaited: true }
}
