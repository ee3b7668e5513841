import { redirectDocument } from 'react-router'
import type { OpenCheckoutResult } from '#app/domain/payments/open-checkout.server.ts'
import type { RequestContext } from './context.ts'
import { setCookie, payingCookie } from './cookies.ts'
import { setFlash } from './flash.ts'

const cookieSeconds = 24 * 60 * 60

const paymentProblems = ['unavailable', 'not-payable'] as const
export type PaymentProblem = (typeof paymentProblems)[number]

/** Why no checkout could be opened, for the page that says it in its own words. `about`: of its flash. */
export const toPaymentProblem = (about: string | undefined) => paymentProblems.find((problem) => problem === about)

/**
 * Leads from the page at `path` to our page that leads on to the provider's: browsers count a redirect from a form to
 * another site as a form of that site, which our Content-Security-Policy forbids.
 */
export function leadToPaying(context: RequestContext, path: string, started: OpenCheckoutResult<string>) {
  return redirectDocument(noteCheckout(context, path, started) ? `${path}/pay` : path, 303)
}

/** Whether there is a checkout to lead to; otherwise the page at `path` says why. */
export function noteCheckout(context: RequestContext, path: string, started: OpenCheckoutResult<string>) {
  if (!started.ok) {
    setFlash(context, { on: path, about: started.reason === 'busy' ? 'unavailable' : 'not-payable' })
    return false
  }
  // The provider gets no link to the page, since that shows what is the customer's: this browser knows it itself.
  setCookie(context, payingCookie, `${started.paymentId}:${path}`, cookieSeconds)
  return true
}
