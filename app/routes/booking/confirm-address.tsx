import { redirect } from 'react-router'
import { signAppointmentLink } from '#app/domain/booking/appointment-link.ts'
import { confirmNewAddress, findNewAddress, newAddressPurpose } from '#app/domain/booking/new-address.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { readPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { submitOneClick, loadOneClick } from '#app/http/one-click.server.ts'
import { OneClickPage } from '#app/ui/site/one-click-page.tsx'
import { confirmAddressButton, confirmToHold } from '#content/pages/appointment.ts'
import type { Route } from './+types/confirm-address.ts'

export const handle = readPage()

/**
 * The link in the email to a patient's new address, or to that of a booking that holds no time, whose page then says what
 * became of it. Opening it changes nothing.
 */
export async function loader(args: Route.LoaderArgs) {
  const held = await findBookedWith(args)
  if (held?.isConfirmed) throw redirect(held.href)
  return loadOneClick(args, {
    purpose: newAddressPurpose,
    record: 'confirm-address',
    find: async (text, { database, signer }) => {
      const found = await findNewAddress(database.db, signer, text, Date.now())
      return found && { email: found.email, isDone: found.isConfirmed }
    },
    words: held && confirmToHold,
  })
}

export async function action(args: Route.ActionArgs) {
  const answer = await submitOneClick(args, newAddressPurpose, confirmNewAddress)
  const held = await findBookedWith(args)
  return held ? redirect(held.href, 303) : answer
}

/** The page of a booking that was made with this address. */
async function findBookedWith({ params, context }: { params: { token: string }; context: Readonly<RequestContext> }) {
  const { database, signer } = context.get(servicesContext)
  const text = signer.verifyLink(newAddressPurpose, params.token)
  const found = text && (await loadOr503(context, () => findNewAddress(database.db, signer, text, Date.now())))
  if (!found || found.email !== found.appointment.email || found.appointment.emailByLink !== 0) return undefined
  return { href: signAppointmentLink(signer, found.appointment), isConfirmed: found.isConfirmed }
}

export default function ConfirmAddress({ loaderData }: Route.ComponentProps) {
  return <OneClickPage site={useSite()} path="/appointments/confirm" button={confirmAddressButton} {...loaderData} />
}
