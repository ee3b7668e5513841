import { data, redirect } from 'react-router'
import { cardPath, cardSubject } from '#app/domain/gift-cards/gift-card.ts'
import { findOpenPayment } from '#app/domain/payments/payments.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { setFlash } from '#app/http/flash.ts'
import { findCardByLink, payCard } from '#app/http/gift-card.server.ts'
import { loadOr503 } from '#app/http/load.ts'
import { readPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { submit } from '#app/http/submit.server.ts'
import { LeadOn } from '#app/ui/site/lead-on.tsx'
import { giftCardPage } from '#content/gift-cards.ts'
import type { Route } from './+types/pay.ts'

export const handle = readPage()

/** Leads on to the page where the card can be paid for; without one, back to the card. */
export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  context.get(pageContext).doNotStore()
  const { database } = context.get(servicesContext)
  const card = await findCardByLink(context, token)
  const open = card && (await loadOr503(context, () => findOpenPayment(database.db, cardSubject(card.id))))
  if (!open?.checkoutUrl) throw redirect(cardPath(token), 303)
  const { checkoutUrl: url } = open
  return data({ url, back: cardPath(token) }, { headers: { Refresh: `0;url=${url}` } })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function action({ params: { token }, context }: Route.ActionArgs) {
  context.get(pageContext).doNotStore()
  const card = await findCardByLink(context, token)
  if (!card) throw data(null, { status: 404 })
  return submit(
    context,
    () => payCard(context, { id: card.id, path: cardPath(token) }),
    () => {
      setFlash(context, { on: cardPath(token), about: 'unavailable' })
      return redirect(cardPath(token), 303)
    },
  )
}

export default function Pay({ loaderData: { url, back } }: Route.ComponentProps) {
  return <LeadOn site={useSite()} path="/gift-cards" url={url} back={{ text: giftCardPage.back, href: back }} />
}
