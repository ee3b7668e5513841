import { listPosted, post } from '#app/domain/ledger/ledger.server.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import type { Payable } from '#app/domain/payments/payable.ts'
import { numberReceipt } from '#app/domain/payments/payments.server.ts'
import { readSubject } from '#app/domain/payments/subject.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { isPayable } from './buy-gift-card.server.ts'
import { deleteUnpaidCard, findCard, lockCard, readBalance } from './gift-cards.server.ts'

type Deps = { queue: Queue; mailDomain: string; vault: Vault }

const toSaleKey = (paymentId: string) => `sale:${paymentId}`

/** The money of gift cards; each is known by its id. */
export const payableGiftCards = (deps: Deps): Payable => ({
  async isOver(db, id, now) {
    const card = await findCard(db, id)
    return !card || !isPayable(card, now)
  },

  lock: lockCard,

  /** Money that arrives while the card is there is used, even if its time was just over. */
  async use(tx, payment, now) {
    const { id: paymentId, subject } = payment
    const card = await lockCard(tx, readSubject(subject).ref)
    if (!card) return 'canceled'
    if (card.state !== 'unpaid') return 'paid-twice'
    if (card.amountCents !== payment.paidCents) return 'other-amount'
    const { id, amountCents, issue, email, recipientEmail } = card
    await tx
      .updateTable('giftCards')
      .set({ state: 'active', payBy: null, boughtAt: now })
      .where('id', '=', id)
      .execute()
    await numberReceipt(tx, paymentId)
    await post(tx, {
      key: toSaleKey(paymentId),
      subject,
      at: now,
      lines: [
        { account: 'receivable', cents: amountCents },
        { account: 'gift-cards', item: id, cents: -amountCents },
      ],
    })
    if (email)
      await sendEmail({ ...deps, tx }, { kind: 'gift-card-paid', ids: { giftCardId: id, paymentId }, recipient: email })
    if (recipientEmail)
      await sendEmail({ ...deps, tx }, { kind: 'gift-card', ids: { giftCardId: id, issue }, recipient: recipientEmail })
    return undefined
  },

  /** A card that was sent back in full is one without a balance. */
  release: async () => {},

  /** What was spent can't go back; a payment that paid for nothing can. */
  refundable: async (db, { subject, receiptNumber }) =>
    receiptNumber === undefined ? undefined : readBalance(db, readSubject(subject).ref),

  async takeBack(tx, refund, { id: paymentId, subject }, now) {
    const { ref: id } = readSubject(subject)
    const sold = (await listPosted(tx, subject)).some(({ key }) => key === toSaleKey(paymentId))
    // What paid for no card was never on one.
    if (!sold) return
    await post(tx, {
      key: `return:${refund.id}`,
      subject,
      at: now,
      lines: [
        { account: 'gift-cards', item: id, cents: refund.amountCents },
        { account: 'receivable', cents: -refund.amountCents },
      ],
    })
    const card = await findCard(tx, id)
    if (!card?.email) return
    const ids = { giftCardId: id, refundId: refund.id }
    await sendEmail({ ...deps, tx }, { kind: 'gift-card-refunded', ids, recipient: card.email })
  },

  async listOverdue(db, now) {
    const rows = await db
      .selectFrom('giftCards')
      .select('id')
      .where('payBy', '<=', now)
      .where('state', '=', 'unpaid')
      .execute()
    return rows.map(({ id }) => id)
  },

  endUnpaid: (tx, id, now) => deleteUnpaidCard({ ...deps, tx }, id, now),
})
