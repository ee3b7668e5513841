import { confirmNewAddress, findNewAddress, newAddressPurpose } from '#app/domain/booking/new-address.server.ts'
import { readPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { submitOneClick, loadOneClick } from '#app/http/one-click.server.ts'
import { OneClickPage } from '#app/ui/site/one-click-page.tsx'
import { confirmAddressButton } from '#content/pages/appointment.ts'
import type { Route } from './+types/confirm-address.ts'

export const handle = readPage()

/** The link in the email to a patient's new address. Opening it changes nothing. */
export const loader = (args: Route.LoaderArgs) =>
  loadOneClick(args, {
    purpose: newAddressPurpose,
    record: 'confirm-address',
    find: async (text, { database, signer }) => {
      const found = await findNewAddress(database.db, signer, text, Date.now())
      return found && { email: found.email, isDone: found.isConfirmed }
    },
  })

export const action = (args: Route.ActionArgs) => submitOneClick(args, newAddressPurpose, confirmNewAddress)

export default function ConfirmAddress({ loaderData }: Route.ComponentProps) {
  return <OneClickPage site={useSite()} path="/appointments/confirm" button={confirmAddressButton} {...loaderData} />
}
