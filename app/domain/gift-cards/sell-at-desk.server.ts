import type { Database } from '#app/database/connection.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { post } from '#app/domain/ledger/ledger.server.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import type { DeskMethod } from './desk-method.ts'
import { cardSubject, type GiftCard } from './gift-card.ts'
import { findCard, insertCard } from './gift-cards.server.ts'

type Deps = { database: Database; vault: Vault; queue: Queue; mailDomain: string }

/** `id`: of the form, so that pressing twice sells one card. */
type DeskSale = { id: string; amountCents: number; paidBy: DeskMethod; recipientEmail: string | undefined; now: number }

/** A card that was paid for at the clinic's desk. Its code is only shown to the press that sold it. */
export const sellAtDesk = (
  { database, ...deps }: Deps,
  actor: Actor,
  { id, amountCents, paidBy, recipientEmail, now }: DeskSale,
): Promise<{ isNew: true; card: GiftCard; code: string } | { isNew: false }> =>
  database.transaction(async (tx) => {
    // Sold before, or the key of another form.
    if (await findCard(tx, id)) return { isNew: false }
    const isNew = await post(tx, {
      key: `card-sale:${id}`,
      subject: cardSubject(id),
      at: now,
      lines: [
        { account: 'desk', cents: amountCents },
        { account: 'gift-cards', item: id, cents: -amountCents },
      ],
    })
    if (!isNew) return { isNew }
    const sold = { id, state: 'active', amountCents, email: '', payBy: undefined, paidBy, now } as const
    const { card, code } = await insertCard({ ...deps, tx }, { ...sold, ...(recipientEmail && { recipientEmail }) })
    if (recipientEmail) {
      const ids = { giftCardId: id, issue: card.issue }
      await sendEmail({ ...deps, tx }, { kind: 'gift-card', ids, recipient: recipientEmail })
    }
    const detail = `${formatCents(amountCents)}, ${paidBy}`
    await recordAct({ ...deps, tx }, actor, { act: 'gift-card.sold', record: `gift-card:${id}`, detail })
    return { isNew, card, code }
  })
