import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { confirmNewAddress, findNewAddress, newAddressPurpose } from '#app/domain/booking/new-address.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { contentPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { submitOneClick, loadOneClick } from '#app/http/one-click.server.ts'
import { OneClickPage } from '#app/ui/site/one-click-page.tsx'
import { confirmAddressPage } from '#content/pages/appointment.ts'

export const handle = contentPage()

/** The link in the email to a patient's new address. Opening it changes nothing. */
export const loader = (args: LoaderFunctionArgs) =>
  loadOneClick(args, {
    purpose: newAddressPurpose,
    find: async (text, { database, signer }) => {
      const found = await findNewAddress(database.db, signer, text, Date.now())
      return found && { email: found.email, isDone: found.isConfirmed }
    },
  })

export const action = (args: ActionFunctionArgs) =>
  submitOneClick(args, newAddressPurpose, (text) =>
    confirmNewAddress(args.context.get(servicesContext), text, Date.now()),
  )

export default function ConfirmAddress() {
  const state = useLoaderData<typeof loader>()
  return <OneClickPage site={useSite()} path="/appointments/confirm" words={confirmAddressPage} state={state} />
}
