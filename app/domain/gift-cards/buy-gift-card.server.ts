import type { Database } from '#app/database/connection.server.ts'
import { countPost, type Sender, type TooMany } from '#app/domain/limits/limits.server.ts'
import { openCheckout } from '#app/domain/payments/open-checkout.server.ts'
import type { PaymentProvider } from '#app/integrations/payments/payment-provider.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { cardSubject, type GiftCard } from './gift-card.ts'
import { insertCard, lockCard } from './gift-cards.server.ts'

/** How long a card waits for its payment. */
const payWithinMs = 24 * 60 * 60_000

type Purchase = Pick<GiftCard, 'amountCents' | 'email'> &
  Partial<Pick<GiftCard, 'recipientName' | 'recipientEmail' | 'message'>> & {
    sender: Sender | undefined
    now: number
  }

/** A card that can be used once it is paid for. */
export const orderGiftCard = (
  { database, vault }: { database: Database; vault: Vault },
  { sender, now, ...card }: Purchase,
): Promise<{ ok: true; card: GiftCard } | TooMany> =>
  database.transaction(async (tx) => {
    const allowed = await countPost({ tx }, 'gift-card', sender, now)
    if (!allowed.ok) return allowed
    const made = await insertCard({ tx, vault }, { ...card, state: 'unpaid', payBy: now + payWithinMs, now })
    return { ok: true, card: made.card }
  })

/** `label`: what the provider shows. `origin`: of this website. */
type PayInput = { id: string; label: string; origin: string; now: number }

/** Where a card can be paid for. */
export const payForGiftCard = (
  deps: { database: Database; payments: PaymentProvider },
  { id, label, origin, now }: PayInput,
) =>
  openCheckout<'not-found' | 'over'>(deps, {
    origin,
    now,
    label: () => label,
    async findDue(tx) {
      const card = await lockCard(tx, id)
      if (!card) return { ok: false, reason: 'not-found' }
      if (!isPayable(card, now)) return { ok: false, reason: 'over' }
      return { ok: true, subject: cardSubject(id), amountCents: card.amountCents }
    },
  })

export const isPayable = ({ state, payBy }: Pick<GiftCard, 'state' | 'payBy'>, now: number) =>
  state === 'unpaid' && payBy !== undefined && payBy > now
