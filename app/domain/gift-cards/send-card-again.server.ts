import type { Database } from '#app/database/connection.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import type { GiftCard } from './gift-card.ts'
import { findCard, findSale } from './gift-cards.server.ts'

type Deps = { database: Database; vault: Vault; queue: Queue; mailDomain: string }

/** Who gets the email with the link to a card: the person it is for, else its buyer. Undefined if no address is left. */
export const addresseeOf = ({ email, recipientEmail }: Pick<GiftCard, 'email' | 'recipientEmail'>) =>
  recipientEmail ?? (email || undefined)

/** Sends the link of the code of now. */
export const sendCardAgain = (
  { database, vault, ...deps }: Deps,
  actor: Actor,
  id: string,
): Promise<{ ok: true } | { ok: false; reason: 'not-usable' }> =>
  database.transaction(async (tx) => {
    const card = await findCard(tx, id)
    const recipient = card && addresseeOf(card)
    if (card?.state !== 'active' || !recipient) return { ok: false, reason: 'not-usable' }
    if (card.recipientEmail) {
      const ids = { giftCardId: id, issue: card.issue }
      await sendEmail({ ...deps, tx }, { kind: 'gift-card', ids, recipient })
    } else {
      const sale = await findSale(tx, id)
      if (!sale) return { ok: false, reason: 'not-usable' }
      const ids = { giftCardId: id, paymentId: sale.id }
      await sendEmail({ ...deps, tx }, { kind: 'gift-card-paid', ids, recipient })
    }
    await recordAct({ tx, vault }, actor, { act: 'gift-card.sent', record: `gift-card:${id}` })
    return { ok: true }
  })
