import { confirmPurpose } from '#app/domain/newsletter/subscriber.ts'
import { confirmSubscription, findConfirmable } from '#app/domain/newsletter/subscribers.server.ts'
import { readPage } from '#app/http/page-kind.ts'
import { submitOneClick, loadOneClick } from '#app/http/one-click.server.ts'
import { useSite } from '#app/http/site.ts'
import { OneClickPage } from '#app/ui/site/one-click-page.tsx'
import { newsletter } from '#content/pages/newsletter.ts'
import type { Route } from './+types/confirm.ts'

export const handle = readPage()

export const loader = (args: Route.LoaderArgs) =>
  loadOneClick(args, {
    purpose: confirmPurpose,
    record: 'newsletter-confirm',
    find: async (text, { database, signer }) => {
      const found = await findConfirmable({ db: database.db, signer }, text)
      return found && { email: found.email, isDone: found.state === 'subscribed' }
    },
  })

export const action = (args: Route.ActionArgs) => submitOneClick(args, confirmPurpose, confirmSubscription)

export default function Confirm({ loaderData }: Route.ComponentProps) {
  return <OneClickPage site={useSite()} path="/newsletter/confirm" button={newsletter.button} {...loaderData} />
}
