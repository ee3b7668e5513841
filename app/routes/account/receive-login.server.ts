import { data, redirect } from 'react-router'
import { loginForm } from '#app/domain/accounts/account-forms.ts'
import { logIn } from '#app/domain/accounts/log-in.server.ts'
import { pageContext, servicesContext, type RequestContext } from '#app/http/context.ts'
import { rememberDevice, getLoginClient } from '#app/http/known-device.server.ts'
import { adminOfRequest } from '#app/http/own-admin.ts'
import type { Typed } from '#app/http/parse-form.ts'
import { submitPublicForm } from '#app/http/public-form.server.ts'
import { showForm } from '#app/http/submit.server.ts'
import { loginPage } from '#content/pages/login.ts'

/** Login: what it says, and after how long, is the same for known and unknown addresses. */
export function receiveLogin(request: Request, context: RequestContext, typed: Typed, next: string) {
  const { button, failure, tooMany } = loginPage.login
  const form = { schema: loginForm, button, failure, tooMany, ownAddress: true }
  return submitPublicForm(context, typed, form, async (credentials) => {
    const entered = await enter(request, context, credentials)
    if (entered.ok) return redirect(entered.needsCode ? codeAddress(next) : next, 303)
    if (entered.reason === 'too-many') return entered
    return notEntered(context, typed, entered.reason, credentials.email)
  })
}

const codeAddress = (next: string) => `/login/code?${new URLSearchParams({ next }).toString()}`

/** Signs in; the answer gets its cookies. */
export async function enter(
  request: Request,
  context: RequestContext,
  credentials: { email: string; password: string },
) {
  const { email } = credentials
  const tried = {
    ...credentials,
    trier: getLoginClient(request, context, email),
    headers: request.headers,
    admin: adminOfRequest(context),
    now: Date.now(),
  }
  const entered = await logIn(context.get(servicesContext), tried)
  if (!entered.ok) return entered
  for (const cookie of entered.cookies) context.get(pageContext).setCookie(cookie)
  if (!entered.needsCode) rememberDevice(request, context, email)
  return entered
}

function notEntered(context: RequestContext, typed: Typed, reason: 'wrong' | 'unproved' | 'busy', email: string) {
  if (reason === 'busy') return busy(context, typed)
  if (reason === 'wrong') return showForm(typed, 400, { error: loginPage.login.wrong })
  const { data: shown } = showForm(typed, 400, { error: loginPage.unproved.text })
  return data({ ...shown, unproved: email }, { status: 400 })
}

/** More passwords wait to be checked than anyone would wait for. */
export function busy(context: RequestContext, typed: Typed) {
  context.get(pageContext).retryAfter(2)
  return showForm(typed, 503, { error: loginPage.busy })
}
