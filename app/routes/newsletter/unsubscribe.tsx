import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { unsubscribePurpose } from '#app/domain/newsletter/subscriber.ts'
import { findSubscriber, unsubscribe } from '#app/domain/newsletter/subscribers.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { contentPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { UnsubscribePage, type UnsubscribeState } from './unsubscribe-page.tsx'

export const handle = contentPage()

/** Changes nothing: mail scanners follow every link they see. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  context.get(pageContext).doNotStore()
  const { signer, database } = context.get(servicesContext)
  const id = signer.verify(unsubscribePurpose, params.token ?? '')
  const subscriber = id === undefined ? undefined : await findSubscriber(database, id)
  if (!subscriber) return data<UnsubscribeState>({ kind: 'invalid' }, { status: 404 })
  return data<UnsubscribeState>({ kind: subscriber.state === 'unsubscribed' ? 'done' : 'ask', email: subscriber.email })
}

/** The page's own button and the one-click POST of mail programs (RFC 8058) alike. */
export async function action({ params, context }: ActionFunctionArgs) {
  const { signer, database } = context.get(servicesContext)
  const id = signer.verify(unsubscribePurpose, params.token ?? '')
  if (id === undefined || !(await unsubscribe({ database }, id))) return data({ unsubscribed: false }, { status: 404 })
  return { unsubscribed: true }
}

export default function Unsubscribe() {
  // After a post the loader has read the new state already.
  useActionData<typeof action>()
  return <UnsubscribePage site={useSite()} state={useLoaderData<typeof loader>()} />
}
