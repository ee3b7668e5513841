import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from 'react-router'
import { pageContext, servicesContext } from './context.ts'
import { loadOr503 } from './load.ts'
import { getTexts } from './texts.server.ts'
import type { Services } from '#app/services.server.ts'
import type { OneClickState } from '#app/domain/shared/one-click-state.ts'

type OneClickRecord = 'confirm-address' | 'newsletter-confirm' | 'newsletter-unsubscribe'

type LinkKind<Name extends OneClickRecord> = {
  purpose: string
  /** Has the texts of the page. */
  record: Name
  /** Undefined when the link's text names no record. */
  find: (text: string, services: Services) => Promise<{ email: string; isDone: boolean } | undefined>
  /** Instead of those of the record. */
  words?: { title: string; lead: string; ask: string } | undefined
}

/** Opening an email's link changes nothing: mail scanners follow every link. */
export async function loadOneClick<Name extends OneClickRecord>(
  { params, context }: LoaderFunctionArgs,
  { purpose, record, find, words }: LinkKind<Name>,
) {
  const page = context.get(pageContext)
  page.doNotStore()
  const texts = { ...getTexts(context, record), ...words }
  const answer = (state: OneClickState, status = 200) => data({ texts, state }, { status })
  if (page.preview) return answer({ kind: 'ask', email: 'maya@example.com' })

  const services = context.get(servicesContext)
  const { signer } = services
  const text = signer.verifyLink(purpose, params.token ?? '')
  const found = await loadOr503(context, async () => (text ? find(text, services) : undefined))
  if (!found) return answer({ kind: 'invalid' }, 404)
  return answer({ kind: found.isDone ? 'done' : 'ask', email: found.email })
}

/** Carries out the link's act; the loader runs next and shows the new state. */
export async function submitOneClick(
  { params, context }: ActionFunctionArgs,
  purpose: string,
  act: (services: Services, text: string, now: number) => Promise<boolean>,
) {
  const services = context.get(servicesContext)
  const { signer, log } = services
  const text = signer.verifyLink(purpose, params.token ?? '')
  try {
    const known = text !== undefined && (await act(services, text, Date.now()))
    return data(null, { status: known ? 200 : 404 })
  } catch (err) {
    log.error({ err, requestId: context.get(pageContext).requestId }, 'a click on a link could not be stored')
    // The error page asks to try again; mail programs do so by themselves.
    throw data(null, { status: 503 })
  }
}
