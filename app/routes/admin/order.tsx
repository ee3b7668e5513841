// The bill looks as it does on the customer's page.
import '#app/ui/styles/errands.css'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { z } from 'zod'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { changeOrder, listOrderChanges, type ChangeOrderResult } from '#app/domain/orders/change-order.server.ts'
import { orderStatuses } from '#app/domain/orders/order.ts'
import { findFailedEmailAbout } from '#app/domain/outbox/failed-emails.server.ts'
import { findOrderByNumber } from '#app/domain/orders/orders.server.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import { requireId } from '#app/http/require-id.ts'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { setFlash, takeFlash } from '#app/http/flash.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { loadOr404 } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import { actOn, formError } from '#app/http/submit.server.ts'
import { AdminPage } from '#app/ui/admin/admin-page.tsx'
import { AdminOrderPage } from '#app/ui/admin/orders/order-page.tsx'
import { OrderTag } from '#app/ui/admin/orders/order-tag.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { adminOrder as words, orderStates } from '#content/pages/admin-orders.ts'

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const number = requireId(params.number)
  const { database, emailsLeave } = context.get(servicesContext)
  const { order, changes, bouncedEmail } = await loadOr404(context, async () => {
    const order = await findOrderByNumber(database, number)
    return (
      order && {
        order,
        changes: await listOrderChanges(database, order.id),
        bouncedEmail: await findFailedEmailAbout(database, order.id),
      }
    )
  })

  const formatMoment = (at: number) => formatClinicMoment(at, clinicTimeZone)
  const justChanged = takeFlash(request, context, ['order-changed']) !== undefined
  const form: FormState = justChanged ? { notice: words.state.changed(orderStates[order.status]) } : {}
  return {
    order,
    placed: formatMoment(order.placedAt),
    changes: changes.map(({ status, changedAt, told }) => ({ status, when: formatMoment(changedAt), told })),
    bouncedEmail,
    form,
    mailed: emailsLeave,
  }
}

const stepForm = z.object({ from: z.enum(orderStatuses), to: z.enum(orderStatuses), tell: z.literal('on').optional() })

export async function action({ params, request, context }: ActionFunctionArgs) {
  const number = requireId(params.number)
  const checked = stepForm.safeParse(await typedFields(request))
  if (!checked.success) return formError(400, words.state.notNext)
  const { from, to, tell } = checked.data
  return actOn(context, async () => {
    const change = { number, from, to, tell: tell === 'on', now: Date.now() }
    const changed = await changeOrder(context.get(servicesContext), getActor(context), change)
    if (!changed.ok) return toFormError(changed)
    setFlash(context, 'order-changed')
    return redirect(`/admin/orders/${number}#${outcomeId}`, 303)
  })
}

function toFormError(changed: Extract<ChangeOrderResult, { ok: false }>) {
  switch (changed.reason) {
    case 'not-found':
      return data(null, { status: 404 })
    case 'not-next':
      return formError(400, words.state.notNext)
    case 'changed-meanwhile':
      return formError(409, words.state.changedMeanwhile(orderStates[changed.status].toLowerCase()))
  }
}

export default function Order() {
  const { clinic } = useSite()
  const { form, ...view } = useLoaderData<typeof loader>()
  const posted = useActionData<{ form: FormState } | null>()
  const title = words.heading(view.order.number)
  return (
    <AdminPage title={title} clinic={clinic} aside={<OrderTag id="order-tag" status={view.order.status} />}>
      <AdminOrderPage {...view} form={posted?.form ?? form} clinicName={clinic.name} />
    </AdminPage>
  )
}
