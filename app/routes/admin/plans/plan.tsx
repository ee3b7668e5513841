import '#app/ui/styles/plan-day-strip.css'
import { randomUUID } from 'node:crypto'
import { Link } from 'react-router'
import { findAccounts } from '#app/domain/accounts/accounts.server.ts'
import { canChange, canUndoCancellation } from '#app/domain/booking/appointment.ts'
import { cancelAppointment } from '#app/domain/booking/cancel-appointment.server.ts'
import { findBookedPlan } from '#app/domain/booking/plans/booked-plans.server.ts'
import { isGiven } from '#app/domain/booking/money/booking-ledger.server.ts'
import { whatIsDue } from '#app/domain/booking/money/what-is-due.server.ts'
import { findBookingMoney } from '#app/domain/booking/money/desk-ledger.server.ts'
import { toContact } from '#app/domain/patients/patient-fields.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor, getStaff } from '#app/http/admin.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { sayAdvance } from '#app/http/booking-money.server.ts'
import { redirectDone } from '#app/http/done.ts'
import { takeNotice } from '#app/http/flash.ts'
import { loadOr404 } from '#app/http/load.ts'
import { type Typed, typedFields } from '#app/http/parse-form.ts'
import { requireId } from '#app/http/require-id.ts'
import { mayOpen, mayPost } from '#app/http/rights.server.ts'
import { formError, submitIntent } from '#app/http/submit.server.ts'
import { usePoll } from '#app/http/use-poll.ts'
import { adminAppointment } from '#content/pages/admin-appointments.ts'
import { receivePaid, receivePayBack, receivePrepaid, receiveUnmark, toMoneyView } from './plan-money.server.ts'
import { PlanPage } from './plan-page.tsx'
import { toPlanView } from '#app/ui/admin/plan-view.ts'
import { planWords as words } from '#content/pages/admin-plans.ts'
import type { Route } from './+types/plan.ts'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const id = requireId(params.id)
  const services = context.get(servicesContext)
  const { database, emailsLeave } = services
  const { role } = getStaff(context)
  const now = Date.now()
  const { plan, accounts, money, online } = await loadOr404(context, async () => {
    const plan = await findBookedPlan(database.db, getActor(context).scope, id, now)
    if (!plan) return undefined
    const accounts = await findAccounts(database, plan.prepaidBy ? [plan.prepaidBy] : [])
    const money = await findBookingMoney(database.db, `plan:${id}`)
    const day = plan.days[0]!
    return { plan, accounts, money, online: sayAdvance(context, day, await whatIsDue(services, day, now)) }
  })
  const last = plan.days.at(-1)!
  const mayMark = mayPost(role, '/admin/plans/:id', 'prepaid')
  return {
    ...toPlanView(services, plan, now),
    contact: toContact(last),
    patientId: last.patientId,
    online,
    booked: formatClinicMoment(plan.bookedAt, clinicTimeZone),
    prepaid: plan.prepaidAt && {
      by: accounts.get(plan.prepaidBy ?? '')?.name ?? words.prepaid.someone,
      when: formatClinicMoment(plan.prepaidAt, clinicTimeZone),
    },
    mayMark,
    mayPayBack: mayPost(role, '/admin/plans/:id', 'pay-back'),
    money: mayMark && money ? toMoneyView(money, plan) : undefined,
    mayPay: !plan.days.every(isGiven),
    entryKey: randomUUID(),
    mayExport: mayOpen(role, '/admin/payments/export'),
    ahead: plan.days.filter((day) => canChange(day, now)).length,
    mayMoveAll: mayOpen(role, `/admin/plans/${id}/move`),
    mailed: emailsLeave,
    form: takeNotice(request, context, `/admin/plans/${id}`),
  }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const id = requireId(params.id)
  const typed = await typedFields(request)
  return submitIntent(context, typed, {
    prepaid: () => receivePrepaid(context, typed, id),
    pay: () => receivePaid(context, typed, id),
    'not-prepaid': () => receiveUnmark(context, typed, id),
    'pay-back': () => receivePayBack(context, typed, id),
    'cancel-plan': () => cancelLeft(context, id, typed),
  })
}

/** Undo, of the day that the email is about, brings all of them back. */
async function cancelLeft(context: RequestContext, id: string, typed: Typed) {
  const services = context.get(servicesContext)
  const actor = getActor(context)
  const now = Date.now()
  const cancelled = await cancelAppointment(services, actor, { planId: id, notify: typed.tell === 'on', now })
  if (!cancelled.ok) return formError(409, adminAppointment.refused[cancelled.reason])
  const plan = await findBookedPlan(services.database.db, actor.scope, id, now)
  const first = plan?.days.find((day) => canUndoCancellation(day, now))
  return redirectDone(context, typed, {
    record: `/admin/plans/${id}`,
    text: words.done.cancelled(cancelled.canceled),
    ...(first && { undo: { intent: 'undo' }, undoPath: `/admin/appointments/${first.id}` }),
  })
}

export type PlanPageView = Route.ComponentProps['loaderData']

export default function Plan({ loaderData, actionData }: Route.ComponentProps) {
  // Without the notice, which only the loaded page has; what is sent again has its key.
  const view = { ...usePoll(loaderData), form: loaderData.form, entryKey: loaderData.entryKey }
  const { form = view.form }: { form?: FormState } = actionData ?? {}
  return (
    <AdminPage title={view.name} documentTitle={words.heading} above={words.heading}>
      <PlanPage {...view} form={form} />
      <p className="screen">
        <Link to="/admin/plans">{words.back}</Link>
      </p>
    </AdminPage>
  )
}
