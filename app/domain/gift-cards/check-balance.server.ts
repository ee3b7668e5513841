import type { Database } from '#app/database/connection.server.ts'
import { countPost, type Sender, type TooMany } from '#app/domain/limits/limits.server.ts'
import { findUsableCard, readBalance } from './gift-cards.server.ts'

/**
 * What is left on the card with a code. An unknown code is answered as a blocked one is, and reads as much. `sender`: with
 * the code in the place of an address.
 */
export const checkBalance = (
  { database }: { database: Database },
  { code, sender, now }: { code: string; sender: Sender | undefined; now: number },
): Promise<{ ok: true; cents: number } | { ok: false; reason: 'unknown' } | TooMany> =>
  database.transaction(async (tx) => {
    const allowed = await countPost({ tx }, 'gift-card-code', sender, now)
    if (!allowed.ok) return allowed
    const card = await findUsableCard(tx, code)
    const cents = await readBalance(tx, card?.id ?? '')
    return card ? { ok: true, cents } : { ok: false, reason: 'unknown' }
  })
