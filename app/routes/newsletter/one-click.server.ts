import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from 'react-router'
import { findSubscriber, findWhoCanLeave } from '#app/domain/newsletter/subscribers.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { readForPage } from '#app/http/read-for-page.ts'
import type { OneClickState } from './one-click-page.tsx'

/** What a GET of a letter's link shows. It changes nothing: mail scanners follow every link they see. */
export async function stateOfLink(
  { params, context }: LoaderFunctionArgs,
  { purpose, doneWhen }: { purpose: string; doneWhen: 'subscribed' | 'unsubscribed' },
) {
  context.get(pageContext).doNotStore()
  const { signer, database } = context.get(servicesContext)
  const id = signer.verify(purpose, params.token ?? '')
  const find = (about: string) =>
    doneWhen === 'unsubscribed' ? findWhoCanLeave(database, about, Date.now()) : findSubscriber(database, about)
  const read = await readForPage(context, async () => ({ found: id && (await find(id)) }))
  if (!read) throw notNow()
  const subscriber = read.found || undefined
  const stopped = doneWhen === 'subscribed' && subscriber?.state === 'bounced'
  if (!subscriber || stopped) return data<OneClickState>({ kind: 'invalid' }, { status: 404 })
  return data<OneClickState>({ kind: subscriber.state === doneWhen ? 'done' : 'ask', email: subscriber.email })
}

/** Does what the link is for; the loader runs after this and shows the new state. */
export async function actOnLink(
  { params, context }: ActionFunctionArgs,
  purpose: string,
  act: (subscriberId: string) => Promise<boolean>,
) {
  const { signer, log } = context.get(servicesContext)
  const id = signer.verify(purpose, params.token ?? '')
  try {
    const known = id !== undefined && (await act(id))
    return data(null, { status: known ? 200 : 404 })
  } catch (err) {
    log.error({ err, requestId: context.get(pageContext).requestId }, 'a click on a link could not be stored')
    throw notNow()
  }
}

/** The error page asks to try again in a moment; mail programs do so by themselves. */
const notNow = () => data(null, { status: 503 })
