import { data, redirect } from 'react-router'
import { pageContext } from '#app/http/context.ts'
import { setFlash } from '#app/http/flash.ts'
import { loadOr503 } from '#app/http/load.ts'
import { findOfferByLink, findToPay, offerPath } from '#app/http/offer-by-link.server.ts'
import { readPage } from '#app/http/page-kind.ts'
import { findCheckout, payBooking } from '#app/http/pay-booking.server.ts'
import { useSite } from '#app/http/site.ts'
import { submit } from '#app/http/submit.server.ts'
import { LeadOn } from '#app/ui/site/lead-on.tsx'
import { offerPage } from '#content/pages/waitlist.ts'
import type { Route } from './+types/pay.ts'

export const handle = readPage()

/**
 * Leads on to the page where an accepted offer can be paid, or a card be given. Not by the link of its appointment: that goes
 * to the person's own address, and the offer may have been forwarded.
 */
export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  context.get(pageContext).doNotStore()
  const url = await loadOr503(context, async () => {
    const found = await findOfferByLink(context, token)
    const appointment = found && (await findToPay(context, found.offer))
    return appointment && findCheckout(context, appointment)
  })
  const back = offerPath(token)
  if (!url) throw redirect(back, 303)
  return data({ url, back }, { headers: { Refresh: `0;url=${url}` } })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function action({ params: { token }, context }: Route.ActionArgs) {
  context.get(pageContext).doNotStore()
  const path = offerPath(token)
  const found = await loadOr503(context, () => findOfferByLink(context, token))
  if (!found) throw data(null, { status: 404 })
  return submit(
    context,
    async () => {
      const day = await findToPay(context, found.offer)
      return day ? payBooking(context, { day, path }) : redirect(path, 303)
    },
    () => {
      setFlash(context, { on: path, about: 'unavailable' })
      return redirect(path, 303)
    },
  )
}

export default function Pay({ loaderData: { url, back } }: Route.ComponentProps) {
  return <LeadOn site={useSite()} path="/waitlist" url={url} back={{ text: offerPage.back, href: back }} />
}
