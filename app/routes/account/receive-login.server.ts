import { data, redirect } from 'react-router'
import { loginForm } from '#app/domain/accounts/account-forms.ts'
import { logIn } from '#app/domain/accounts/log-in.server.ts'
import { pageContext, servicesContext, type RequestContext } from '#app/http/context.ts'
import { getLoginClient, rememberDevice } from '#app/http/known-device.server.ts'
import type { Typed } from '#app/http/parse-form.ts'
import { submitPublicForm } from '#app/http/public-form.server.ts'
import { showForm } from '#app/http/submit.server.ts'
import { loginPage } from '#content/pages/login.ts'

/** Neither the answer nor its time tells whether the address has an account. */
export function receiveLogin(request: Request, context: RequestContext, typed: Typed, next: string) {
  const { button, failure, tooMany } = loginPage.login
  const form = { schema: loginForm, button, failure, tooMany, knownAddress: true }
  return submitPublicForm(context, typed, form, async (credentials) => {
    const session = await startSession(request, context, credentials)
    if (session.ok)
      return redirect(session.needsCode ? `/login/code?${new URLSearchParams({ next }).toString()}` : next, 303)
    if (session.reason === 'too-many') return session
    if (session.reason === 'busy') return showBusy(context, typed)
    if (session.reason === 'wrong') return showForm(typed, 400, { error: loginPage.login.wrong })
    const { data: shown } = showForm(typed, 400, { error: loginPage.unverified.text })
    return data({ ...shown, unverified: credentials.email }, { status: 400 })
  })
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

/** The password queue is full. */
export function showBusy(context: RequestContext, typed: Typed) {
  context.get(pageContext).retryAfter(2)
  return showForm(typed, 503, { error: loginPage.busy })
}
