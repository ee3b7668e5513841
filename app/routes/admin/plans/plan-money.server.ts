import { z } from 'zod'
import { isGiven } from '#app/domain/booking/money/booking-ledger.server.ts'
import type { BookingMoney } from '#app/domain/booking/money/desk-ledger.server.ts'
import { type BookedPlan, isMissed } from '#app/domain/booking/plans/booked-plan.ts'
import { markPrepaid, payBackPlan, unmarkPrepaid } from '#app/domain/booking/plans/prepaid.server.ts'
import { dollars } from '#app/domain/shared/dollars.server.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { getActor } from '#app/http/admin.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import type { Typed } from '#app/http/parse-form.ts'
import { formError, showForm, submitForm } from '#app/http/submit.server.ts'
import { adminAppointment } from '#content/pages/admin-appointments.ts'
import { admin } from '#content/pages/admin.ts'
import { planWords } from '#content/pages/admin-plans.ts'

const words = planWords.prepaid

/** For the page of a plan, of which `days` are all that the reader may see. */
export function toMoneyView({ paid, used, paidBack, left, deskLeft }: BookingMoney, { days }: BookedPlan) {
  const given = days.filter(isGiven).length
  const hasCanceled = days.some((day) => isMissed(day) && !isGiven(day))
  return {
    paid: formatCents(paid),
    used: words.ofDays(formatCents(used), given),
    paidBack: paidBack > 0 ? formatCents(paidBack) : undefined,
    deskLeft: deskLeft > 0 ? formatCents(deskLeft) : undefined,
    left: words.ofDays(formatCents(left), days.length - given),
    /** What can go back at the desk, if a day was canceled. */
    back: hasCanceled && deskLeft > 0 ? formatCents(deskLeft) : undefined,
  }
}

const key = z.uuid(words.invalid)
const amount = dollars(words.invalid).refine((cents) => cents > 0, { error: words.invalid })
const paidForm = z.object({ amount, key })
const backForm = z.object({ back: amount, key })

/** Marks a plan as prepaid, with or without an amount. */
export const receivePrepaid = (context: RequestContext, typed: Typed, id: string) =>
  typed.amount?.trim() ? receivePaid(context, typed, id) : mark(context, typed, { id })

/** Records what was taken at the desk. */
export const receivePaid = (context: RequestContext, typed: Typed, id: string) =>
  submitForm(context, typed, { schema: paidForm, failure: admin.notStored }, (values) =>
    mark(context, typed, { id, money: { key: values.key, cents: values.amount } }),
  )

async function mark(
  context: RequestContext,
  typed: Typed,
  plan: { id: string; money?: { key: string; cents: number } },
) {
  const marked = await markPrepaid(context.get(servicesContext), getActor(context), { ...plan, now: Date.now() })
  if (marked.ok) {
    const done = marked.isNew
      ? { text: planWords.done.prepaid, undo: { intent: 'not-prepaid' } }
      : { text: planWords.done.paid }
    return redirectDone(context, typed, { record: `/admin/plans/${plan.id}`, ...done })
  }
  if (marked.reason === 'not-found') return formError(404, adminAppointment.refused['not-found'])
  return showForm(typed, 409, { fieldErrors: { amount: words.over } })
}

export async function receiveUnmark(context: RequestContext, typed: Typed, id: string) {
  const taken = await unmarkPrepaid(context.get(servicesContext), getActor(context), { id, now: Date.now() })
  if (!taken.ok && taken.reason === 'managers') return formError(403, words.unmarkManagers)
  if (!taken.ok) return formError(404, adminAppointment.refused['not-found'])
  // A mark alone; money that was taken off has to be entered again.
  const undo = taken.offCents === 0 ? { intent: 'prepaid' } : undefined
  return redirectDone(context, typed, { record: `/admin/plans/${id}`, text: planWords.done.notPrepaid, undo })
}

export const receivePayBack = (context: RequestContext, typed: Typed, id: string) =>
  submitForm(context, typed, { schema: backForm, failure: admin.notStored }, async (values) => {
    const money = { key: values.key, cents: values.back }
    const paid = await payBackPlan(context.get(servicesContext), getActor(context), { id, money, now: Date.now() })
    if (paid.ok) return redirectDone(context, typed, { record: `/admin/plans/${id}`, text: planWords.done.paidBack })
    if (paid.reason === 'not-found') return formError(404, adminAppointment.refused['not-found'])
    return showForm(typed, 400, { fieldErrors: { back: words.back.tooMuch(formatCents(paid.leftCents)) } })
  })
