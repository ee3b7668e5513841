import { findCard, readBalance } from '#app/domain/gift-cards/gift-cards.server.ts'
import { findReceipt, findRefund } from '#app/domain/payments/payment-list.server.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { defineEmail } from '#app/mail/define-email.ts'
import { cardUrl } from '#app/mail/links.ts'
import { buttonPart } from '#app/mail/parts.tsx'
import { sampleLink } from '#app/mail/samples.ts'
import { giftCardEmails as words } from '#content/gift-cards.ts'

const { why, rows } = words
const url = sampleLink('/gift-cards')

/** The receipt, to the buyer. */
export const giftCardPaid = defineEmail({
  kind: 'gift-card-paid',
  async load(deps, { giftCardId, paymentId }) {
    const card = await findCard(deps.database.db, giftCardId)
    const receipt = await findReceipt(deps.database.db, paymentId)
    return card && receipt && { receipt, sentTo: card.recipientEmail, url: cardUrl(deps, card) }
  },
  head: ({ receipt: { number, cents }, clinic }) => ({
    subject: words.paid.subject(number, clinic.name),
    preview: words.paid.preview(formatCents(cents)),
    headline: words.paid.headline,
  }),
  body: ({ receipt: { number, cents }, sentTo, url: link }) => [
    { paragraph: words.paid.text },
    {
      facts: [
        { name: rows.receipt, value: String(number) },
        { name: rows.paid, value: formatCents(cents) },
      ],
    },
    ...(sentTo ? [{ paragraph: words.paid.sent(sentTo) }] : []),
    buttonPart(words.link, link),
    { paragraph: words.paid.keep },
  ],
  why,
  sample: {
    receipt: { number: 1025, cents: 5_000, paidAt: Date.UTC(2026, 10, 20, 18) },
    sentTo: 'leela@example.com' as string | undefined,
    url,
  },
})

/** To whom it is given. Its page has the code, so that no mailbox of ours does. */
export const giftCard = defineEmail({
  kind: 'gift-card',
  async load(deps, { giftCardId, issue }) {
    const card = await findCard(deps.database.db, giftCardId)
    if (card?.state !== 'active' || card.issue !== issue) return undefined
    const { amountCents: cents, recipientName: name, message } = card
    return { cents, name, message, url: cardUrl(deps, card) }
  },
  head: ({ cents, clinic }) => ({
    subject: words.given.subject(clinic.name),
    preview: words.given.preview(formatCents(cents)),
    headline: words.given.headline,
  }),
  body: ({ cents, name, message, url: link }) => [
    {
      facts: [
        ...(name ? [{ name: rows.recipient, value: name }] : []),
        { name: rows.amount, value: formatCents(cents) },
      ],
    },
    ...(message ? [{ quote: message }] : []),
    { paragraph: words.given.text },
    buttonPart(words.link, link),
    { paragraph: words.given.keep },
  ],
  why,
  sample: {
    cents: 5_000,
    name: 'Leela Nair' as string | undefined,
    message: 'Happy birthday!\nYours, Maya' as string | undefined,
    url,
  },
})

export const giftCardRefunded = defineEmail({
  kind: 'gift-card-refunded',
  async load(deps, { giftCardId, refundId }) {
    const card = await findCard(deps.database.db, giftCardId)
    const refund = await findRefund(deps.database.db, refundId)
    if (!card || !refund) return undefined
    const leftCents = await readBalance(deps.database.db, giftCardId)
    return { cents: refund.amountCents, leftCents, url: cardUrl(deps, card) }
  },
  head: ({ cents, clinic }) => ({
    subject: words.refunded.subject(clinic.name),
    preview: words.refunded.preview(formatCents(cents)),
    headline: words.refunded.headline(formatCents(cents)),
  }),
  body: ({ cents, leftCents, url: link }) => [
    { paragraph: words.refunded.text },
    {
      facts: [
        { name: rows.refunded, value: formatCents(cents) },
        { name: rows.left, value: formatCents(leftCents) },
      ],
    },
    buttonPart(words.link, link),
  ],
  why,
  sample: { cents: 2_000, leftCents: 3_000, url },
})
