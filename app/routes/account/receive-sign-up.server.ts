import { redirect } from 'react-router'
import { addressForm, signUpForm } from '#app/domain/accounts/account-forms.ts'
import { newPasswordProblem } from '#app/domain/accounts/new-password.ts'
import { resendConfirmation, signUp } from '#app/domain/accounts/sign-up.server.ts'
import { servicesContext, type RequestContext } from '#app/http/context.ts'
import { setFlash } from '#app/http/flash.ts'
import type { Typed } from '#app/http/parse-form.ts'
import { submitPublicForm } from '#app/http/public-form.server.ts'
import { showForm } from '#app/http/submit.server.ts'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { loginPage } from '#content/pages/login.ts'
import { getPasswordRules } from './password-rules.server.ts'
import { busy, enter } from './receive-login.server.ts'

/** Sign Up: an email to confirm the address, or at once while no email could arrive (product decisions, 'Sign-up'). */
export function receiveSignUp(request: Request, context: RequestContext, typed: Typed, next: string) {
  const { button, failure } = loginPage.signUp
  return submitPublicForm(context, typed, { schema: signUpForm, button, failure }, async (values, sender) => {
    const { name = '', email, password } = values
    // Until it is proved, the admin's address is anybody's.
    const rules = { ...getPasswordRules(context), adminEmail: '' }
    const problem = newPasswordProblem(password, { name, email, hasSecondFactor: false }, rules)
    if (problem) return showForm(typed, 400, { fieldErrors: { password: problem } })
    const signedUp = await signUp(context.get(servicesContext), { name, email, password, sender, now: Date.now() })
    if (signedUp.ok && signedUp.next === 'email') {
      setFlash(context, 'account-to-confirm')
      return redirect(`/#${outcomeId}`, 303)
    }
    if (!signedUp.ok && signedUp.reason === 'too-many') return signedUp
    if (!signedUp.ok && signedUp.reason === 'busy') return busy(context, typed)
    // A second press finds the account that the first one made, and its password is the same.
    const entered = await enter(request, context, { email, password })
    if (entered.ok) return redirect(next, 303)
    if (entered.reason === 'too-many') return entered
    if (entered.reason === 'busy') return busy(context, typed)
    return showForm(typed, 400, { error: loginPage.signUp.known })
  })
}

/** Send it again, beside a login that waits for the address to be confirmed. The same answer for any address. */
export function sendAgain(context: RequestContext, typed: Typed) {
  const { button, failure, sent } = loginPage.unproved
  const form = { schema: addressForm, button, failure, ownAddress: true }
  return submitPublicForm(context, typed, form, async ({ email }, sender) => {
    const asked = await resendConfirmation(context.get(servicesContext), { email, sender, now: Date.now() })
    if (!asked.ok) return { ok: false, reason: 'too-many', retryAt: asked.retryAt }
    return showForm(typed, 200, { notice: sent })
  })
}
