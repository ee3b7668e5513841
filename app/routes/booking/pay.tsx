import { data, redirect } from 'react-router'
import { appointmentPath } from '#app/domain/booking/appointment-link.ts'
import { findAppointmentByLink } from '#app/http/appointment-by-link.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { setFlash } from '#app/http/flash.ts'
import { loadOr503 } from '#app/http/load.ts'
import { readPage } from '#app/http/page-kind.ts'
import { findCheckout, payBooking } from '#app/http/pay-booking.server.ts'
import { useSite } from '#app/http/site.ts'
import { submit } from '#app/http/submit.server.ts'
import { LeadOn } from '#app/ui/site/lead-on.tsx'
import { bookingPayment } from '#content/booking-payments.ts'
import type { Route } from './+types/pay.ts'

export const handle = readPage()

/** Leads on to the page where the booking or its fee can be paid, or a card be given; without one, back to the booking. */
export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  context.get(pageContext).doNotStore()
  const { payments } = context.get(servicesContext)
  const url = await loadOr503(context, async () => {
    const day = payments && (await findAppointmentByLink(context, token))
    return day && findCheckout(context, day)
  })
  const back = appointmentPath(token)
  if (!url) throw redirect(back, 303)
  return data({ url, back }, { headers: { Refresh: `0;url=${url}` } })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function action({ params: { token }, context }: Route.ActionArgs) {
  context.get(pageContext).doNotStore()
  const path = appointmentPath(token)
  const { payments } = context.get(servicesContext)
  const day = payments && (await loadOr503(context, () => findAppointmentByLink(context, token)))
  if (!day) throw data(null, { status: 404 })
  return submit(
    context,
    () => payBooking(context, { day, path }),
    () => {
      setFlash(context, { on: path, about: 'unavailable' })
      return redirect(path, 303)
    },
  )
}

export default function Pay({ loaderData: { url, back } }: Route.ComponentProps) {
  return (
    <LeadOn site={useSite()} path="/appointments" url={url} back={{ text: bookingPayment.backToBooking, href: back }} />
  )
}
