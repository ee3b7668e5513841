import { z } from 'zod'
import { checkPayment } from '#app/domain/payments/check-payment.server.ts'
import { refundByStaff } from '#app/domain/payments/refund-by-staff.server.ts'
import { keepWaitingRefunds, sendWaitingRefunds } from '#app/domain/payments/waiting-refunds.server.ts'
import { explainDifference } from '#app/domain/payments/reconcile.server.ts'
import { dollars } from '#app/domain/shared/dollars.server.ts'
import { singleLine } from '#app/domain/shared/plain-text.server.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { getActor } from '#app/http/admin.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { type Typed, typedFields } from '#app/http/parse-form.ts'
import { requireFreshStepUp } from '#app/http/step-up.server.ts'
import { formError, showForm, submitForm, submitIntent } from '#app/http/submit.server.ts'
import { admin } from '#content/pages/admin.ts'
import { paymentPage, paymentsPage } from './words.ts'

const words = paymentPage.refund

const refundForm = z.object({
  amount: dollars(words.invalid).refine((cents) => cents > 0, { error: words.invalid }),
  key: z.uuid(words.changed),
  seen: z.coerce.number().int().min(0).catch(-1),
})

/** Refunds a payment, or asks the provider about it. */
export async function receivePayment(request: Request, context: RequestContext, paymentId: string) {
  // The page that asks who it is carries the fields on, so it reads them too.
  const typed = await typedFields(request.clone())
  if (typed.intent === 'refund' || typed.intent === 'send-waiting') await requireFreshStepUp(context, request)
  const { payments, ...services } = context.get(servicesContext)
  const now = Date.now()
  const done = (text: string) => redirectDone(context, typed, { record: `/admin/payments/${paymentId}`, text })
  return submitIntent(context, typed, {
    async ask() {
      const asked = payments ? await checkPayment({ ...services, payments }, paymentId, now) : 'busy'
      return asked === 'busy' ? formError(503, paymentPage.ask.busy) : done(paymentPage.done.asked)
    },
    async 'send-waiting'() {
      const sent = await sendWaitingRefunds(services, getActor(context), paymentId)
      return sent ? done(paymentPage.done.refunded) : formError(409, words.changed)
    },
    async 'keep-waiting'() {
      const kept = await keepWaitingRefunds(services, getActor(context), paymentId)
      return kept ? done(paymentPage.done.kept) : formError(409, words.changed)
    },
    refund: () =>
      submitForm(context, typed, { schema: refundForm, failure: admin.notStored }, async ({ amount, key, seen }) => {
        const input = { paymentId, key, amountCents: amount, seenCents: seen, now }
        const asked = await refundByStaff(services, getActor(context), input)
        if (asked.ok) return done(paymentPage.done.refunded)
        if (asked.reason !== 'too-much') return formError(409, words.changed, typed)
        return showForm(typed, 400, { fieldErrors: { amount: words.tooMuch(formatCents(asked.leftCents)) } })
      }),
  })
}

const explainForm = z.object({
  difference: z.string().max(300),
  explanation: singleLine({
    blank: paymentsPage.differences.tooShort,
    most: 300,
    tooLong: paymentsPage.differences.tooLong,
  }),
})

/** Closes a difference from the provider by a person's words. */
export async function receiveExplanation(request: Request, context: RequestContext) {
  const typed: Typed = await typedFields(request)
  const services = context.get(servicesContext)
  return submitIntent(context, typed, {
    explain: () =>
      submitForm(
        context,
        typed,
        { schema: explainForm, failure: admin.notStored },
        async ({ difference: id, explanation }) => {
          const explained = await explainDifference(services, getActor(context), { id, explanation, now: Date.now() })
          if (!explained) return formError(409, paymentsPage.differences.gone, typed)
          return redirectDone(context, typed, { record: '/admin/payments', text: paymentPage.done.explained })
        },
      ),
  })
}
