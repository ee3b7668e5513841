import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from 'react-router'
import { pageContext, servicesContext } from './context.ts'
import { tryLoad } from './load.ts'
import type { Services } from '#app/services.server.ts'
import type { OneClickState } from '#app/domain/shared/one-click-state.ts'

type LinkKind = {
  purpose: string
  /** Whom a link is about that says `text`; undefined when it opens nothing. */
  find: (text: string, services: Services) => Promise<{ email: string; isDone: boolean } | undefined>
}

/** What a GET of an email's link shows. It changes nothing: mail scanners follow every link they see. */
export async function loadOneClick({ params, context }: LoaderFunctionArgs, { purpose, find }: LinkKind) {
  context.get(pageContext).doNotStore()
  const services = context.get(servicesContext)
  const { signer } = services
  const text = signer.verifyLink(purpose, params.token ?? '')
  const read = await tryLoad(context, async () => ({ found: text && (await find(text, services)) }))
  if (!read) throw unavailable()
  const found = read.found || undefined
  if (!found) return data<OneClickState>({ kind: 'invalid' }, { status: 404 })
  return data<OneClickState>({ kind: found.isDone ? 'done' : 'ask', email: found.email })
}

/** Does what the link is for; the loader runs after this and shows the new state. */
export async function submitOneClick(
  { params, context }: ActionFunctionArgs,
  purpose: string,
  act: (text: string) => Promise<boolean>,
) {
  const { signer, log } = context.get(servicesContext)
  const text = signer.verifyLink(purpose, params.token ?? '')
  try {
    const known = text !== undefined && (await act(text))
    return data(null, { status: known ? 200 : 404 })
  } catch (err) {
    log.error({ err, requestId: context.get(pageContext).requestId }, 'a click on a link could not be stored')
    throw unavailable()
  }
}

/** The error page asks to try again in a moment; mail programs do so by themselves. */
const unavailable = () => data(null, { status: 503 })
