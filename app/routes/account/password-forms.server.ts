import { data } from 'react-router'
import { logIn } from '#app/domain/accounts/log-in.server.ts'
import type { Unfit } from '#app/domain/accounts/password-rules.ts'
import type { TooMany } from '#app/domain/limits/limits.server.ts'
import { pageContext, servicesContext, type RequestContext } from '#app/http/context.ts'
import { getLoginClient, rememberDevice } from '#app/http/known-device.server.ts'
import { loadOr503 } from '#app/http/load.ts'
import type { Typed } from '#app/http/parse-form.ts'
import { showForm } from '#app/http/submit.server.ts'
import { getTexts } from '#app/http/texts.server.ts'
import type { Services } from '#app/services.server.ts'
import { loginPage } from '#content/pages/login.ts'

/** The loader of an email's link. Opening it changes nothing: mail scanners follow every link. */
export async function loadLink(context: RequestContext, isValid: (services: Services) => Promise<unknown>) {
  context.get(pageContext).doNotStore()
  const works = Boolean(await loadOr503(context, () => isValid(context.get(servicesContext))))
  return data({ texts: getTexts(context, 'password'), works }, { status: works ? 200 : 404 })
}

/** What the rules for new passwords need to know of this site. */
export function getPasswordRules(context: RequestContext) {
  const { clinic } = context.get(servicesContext)
  return { clinicName: clinic.facts(Date.now()).name }
}

/** Signs in and sets the cookies. */
export async function startSession(
  request: Request,
  context: RequestContext,
  credentials: { email: string; password: string },
) {
  const page = context.get(pageContext)
  const session = await logIn(context.get(servicesContext), {
    ...credentials,
    client: getLoginClient(request, context, credentials.email),
    headers: request.headers,
    from: page.clientAddress,
    now: Date.now(),
  })
  if (!session.ok) return session
  for (const cookie of session.cookies) page.setCookie(cookie)
  if (!session.needsCode) rememberDevice(request, context, credentials.email)
  return session
}

type Rejected = TooMany | { ok: false; reason: 'busy' } | Unfit

/** `busy`: the password queue is full. */
export function showRejected(context: RequestContext, typed: Typed, rejected: Rejected) {
  if (rejected.reason === 'too-many') return rejected
  if (rejected.reason === 'unfit') return showForm(typed, 400, { fieldErrors: { password: rejected.problem } })
  context.get(pageContext).retryAfter(2)
  return showForm(typed, 503, { error: loginPage.busy })
}
