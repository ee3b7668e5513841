import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { confirmPurpose } from '#app/domain/newsletter/subscriber.ts'
import { confirmSubscription, findConfirmable } from '#app/domain/newsletter/subscribers.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { contentPage } from '#app/http/page-kind.ts'
import { submitOneClick, loadOneClick } from '#app/http/one-click.server.ts'
import { useSite } from '#app/http/site.ts'
import { OneClickPage } from '#app/ui/site/one-click-page.tsx'
import { confirmPage } from '#content/pages/newsletter.ts'

export const handle = contentPage()

export const loader = (args: LoaderFunctionArgs) =>
  loadOneClick(args, {
    purpose: confirmPurpose,
    find: async (text, { database, signer }) => {
      const found = await findConfirmable({ db: database.db, signer }, text)
      return found && { email: found.email, isDone: found.state === 'subscribed' }
    },
  })

export const action = (args: ActionFunctionArgs) =>
  submitOneClick(args, confirmPurpose, (text) =>
    confirmSubscription(args.context.get(servicesContext), text, Date.now()),
  )

export default function Confirm() {
  const state = useLoaderData<typeof loader>()
  return <OneClickPage site={useSite()} path="/newsletter/confirm" words={confirmPage} state={state} />
}
