import { unsubscribePurpose } from '#app/domain/newsletter/subscriber.ts'
import { findUnsubscribable, unsubscribe } from '#app/domain/newsletter/subscribers.server.ts'
import { readPage } from '#app/http/page-kind.ts'
import { submitOneClick, loadOneClick } from '#app/http/one-click.server.ts'
import { useSite } from '#app/http/site.ts'
import { OneClickPage } from '#app/ui/site/one-click-page.tsx'
import { unsubscribeButton } from '#content/pages/newsletter.ts'
import type { Route } from './+types/unsubscribe.ts'

export const handle = readPage()

export const loader = (args: Route.LoaderArgs) =>
  loadOneClick(args, {
    purpose: unsubscribePurpose,
    record: 'newsletter-unsubscribe',
    find: async (id, { database }) => {
      const found = await findUnsubscribable(database, id, Date.now())
      return found && { email: found.email, isDone: found.state === 'unsubscribed' }
    },
  })

/** For the page's button and the one-click POST of mail programs (RFC 8058). */
export const action = (args: Route.ActionArgs) => submitOneClick(args, unsubscribePurpose, unsubscribe)

export default function Unsubscribe({ loaderData }: Route.ComponentProps) {
  return <OneClickPage site={useSite()} path="/newsletter/unsubscribe" button={unsubscribeButton} {...loaderData} />
}
