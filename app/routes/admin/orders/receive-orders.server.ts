import { changeOrders, undoOrderChanges } from '#app/domain/orders/change-orders.server.ts'
import { orderStatuses } from '#app/domain/orders/order.ts'
import { getActor } from '#app/http/admin.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { actOn, formError } from '#app/http/submit.server.ts'
import { admin } from '#content/pages/admin.ts'
import { adminOrders as words, orderStates } from '#content/pages/admin-orders.ts'
import { chosenRows, mostChosen, toChosenField } from '#app/http/chosen-rows.server.ts'
import { formatChosenOrder, parseChosenOrder } from './chosen-orders.ts'

/** Changes the status of the chosen orders, or takes the last such change back. */
export async function receiveOrders(request: Request, context: RequestContext) {
  const orders = (await chosenRows(request)).map(parseChosenOrder).filter((order) => order !== undefined)
  const typed = await typedFields(request)
  const to = orderStatuses.find((status) => status === typed.to)
  if (!to) return formError(400, admin.unknownIntent)
  if (orders.length === 0) return formError(400, admin.choose.noneChosen)
  if (orders.length > mostChosen) return formError(400, admin.choose.tooMany(mostChosen))

  return actOn(context, async () => {
    const services = context.get(servicesContext)
    const now = Date.now()
    const isUndo = typed.intent === 'undo'
    const changed = isUndo
      ? await undoOrderChanges(services, getActor(context), { orders, from: to, now })
      : await changeOrders(services, getActor(context), { orders, to, tell: typed.tell === 'on', now })
    if (changed.length === 0) return formError(409, words.bulk.noneChanged)
    const record = '/admin/orders'
    const skipped = orders.length - changed.length
    if (isUndo) return redirectDone(context, typed, { record, text: words.bulk.restored(changed.length, skipped) })
    return redirectDone(context, typed, {
      record,
      text: words.bulk.changed(changed.length, orderStates[to], skipped),
      undo: { intent: 'undo', to, ...toChosenField(changed.map(formatChosenOrder)) },
    })
  })
}
