import { redirect } from 'react-router'
import { payForGiftCard } from '#app/domain/gift-cards/buy-gift-card.server.ts'
import { readCardLink } from '#app/domain/gift-cards/gift-card.ts'
import { findCard } from '#app/domain/gift-cards/gift-cards.server.ts'
import { onlinePayment } from '#content/payments.ts'
import { type RequestContext, servicesContext } from './context.ts'
import { loadOr503 } from './load.ts'
import { leadToPaying } from './pay-online.server.ts'

/** The card of a link, unless it has got a new code since. */
export async function findCardByLink(context: RequestContext, token: string) {
  const { signer, database, payments } = context.get(servicesContext)
  const link = payments && readCardLink(signer, token)
  const card = link && (await loadOr503(context, () => findCard(database.db, link.id)))
  return card?.issue === link?.issue ? card : undefined
}

/** Leads to the payment of a card; `path`: of its page. */
export async function payCard(context: RequestContext, { id, path }: { id: string; path: string }) {
  const { database, payments, config } = context.get(servicesContext)
  if (!payments) return redirect(path, 303)
  const { cardLabel: label } = onlinePayment
  const input = { id, label, origin: config.publicOrigin, now: Date.now() }
  return leadToPaying(context, path, await payForGiftCard({ database, payments }, input))
}
