import { data, redirect, redirectDocument } from 'react-router'
import { addressForm, loginForm, signUpForm } from '#app/domain/accounts/account-forms.server.ts'
import { findUnfit } from '#app/domain/accounts/password-rules.ts'
import { logInWithPasskey } from '#app/domain/accounts/log-in.server.ts'
import { parsePasskeyAnswer } from '#app/domain/accounts/passkey-answers.server.ts'
import { resendConfirmation, signUp } from '#app/domain/accounts/sign-up.server.ts'
import { clientNetworks } from '#app/http/client-fingerprint.ts'
import { pageContext, servicesContext, type RequestContext } from '#app/http/context.ts'
import { setFlash } from '#app/http/flash.ts'
import { rememberDevice } from '#app/http/known-device.server.ts'
import type { Typed } from '#app/http/parse-form.ts'
import { submitPublicForm } from '#app/http/public-form.server.ts'
import { showForm, submitLimited } from '#app/http/submit.server.ts'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { loginPage } from '#content/pages/login.ts'
import { passkeys } from '#content/pages/passkeys.ts'
import { getPasswordRules, showRejected, startSession } from './password-forms.server.ts'

/** Neither the answer nor its time tells whether the address has an account. */
export function receiveLogin(request: Request, context: RequestContext, typed: Typed, next: string) {
  const { button, failure, tooMany } = loginPage.login
  const form = { schema: loginForm, button, failure, tooMany, knownAddress: true }
  return submitPublicForm(context, typed, form, async (credentials) => {
    const session = await startSession(request, context, credentials)
    if (session.ok && session.needsCode) return redirect(`/login/code?${new URLSearchParams({ next }).toString()}`, 303)
    if (session.ok) return redirectDocument(next, 303)
    if (session.reason === 'wrong') return showForm(typed, 400, { error: loginPage.login.wrong })
    if (session.reason !== 'unverified') return showRejected(context, typed, session)
    const { data: shown } = showForm(typed, 400, { error: loginPage.unverified.text })
    return data({ ...shown, unverified: credentials.email }, { status: 400 })
  })
}

/** Neither a code nor an address is asked for: the passkey says who it is. */
export function receivePasskey(request: Request, context: RequestContext, { passkey }: Typed, next: string) {
  return submitLimited(context, {}, loginPage.login, async () => {
    const page = context.get(pageContext)
    const session = await logInWithPasskey(context.get(servicesContext), {
      answer: parsePasskeyAnswer(passkey),
      client: clientNetworks(context),
      headers: request.headers,
      from: page.clientAddress,
      now: Date.now(),
    })
    if (!session.ok) return showForm({}, 400, { error: passkeys.login.wrong })
    for (const cookie of session.cookies) page.setCookie(cookie)
    rememberDevice(request, context, session.email)
    return redirectDocument(next, 303)
  })
}

/** Sends a confirmation email, or signs in at once while the site sends no email (product decisions, 'Sign-up'). */
export function receiveSignUp(request: Request, context: RequestContext, typed: Typed, next: string) {
  const { button, failure } = loginPage.signUp
  return submitPublicForm(context, typed, { schema: signUpForm, button, failure }, async (values, sender) => {
    const { name = '', email, password } = values
    const unfit = findUnfit(password, { name, email, hasSecondFactor: false }, getPasswordRules(context))
    if (unfit) return showRejected(context, typed, unfit)
    const signedUp = await signUp(context.get(servicesContext), { name, email, password, sender, now: Date.now() })
    if (signedUp.ok && signedUp.next === 'email') {
      setFlash(context, { on: '/', text: loginPage.signUp.sent })
      return redirectDocument(`/#${outcomeId}`, 303)
    }
    if (!signedUp.ok && signedUp.reason !== 'known') return showRejected(context, typed, signedUp)
    // A second press finds the account of the first, with the same password.
    const session = await startSession(request, context, { email, password })
    if (session.ok) return redirectDocument(next, 303)
    if (session.reason === 'too-many' || session.reason === 'busy') return showRejected(context, typed, session)
    return showForm(typed, 400, { error: loginPage.signUp.known })
  })
}

/** 'Send it again' on the login page of an unverified account. The same answer for any address. */
export function sendAgain(context: RequestContext, typed: Typed) {
  const { button, failure, sent } = loginPage.unverified
  const form = { schema: addressForm, button, failure, knownAddress: true }
  return submitPublicForm(context, typed, form, async ({ email }, sender) => {
    const allowed = await resendConfirmation(context.get(servicesContext), { email, sender, now: Date.now() })
    return allowed.ok ? showForm(typed, 200, { notice: sent }) : allowed
  })
}
