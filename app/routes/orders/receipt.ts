import { redirect } from 'react-router'
import { orderPath, orderPurpose, orderSubject } from '#app/domain/orders/order.ts'
import { findOrder } from '#app/domain/orders/orders.server.ts'
import { findReceiptFor } from '#app/domain/payments/payment-list.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { makeReceiptFile, receiptFileHeaders, toOrderReceipt } from '#app/http/receipt-file.server.ts'
import { addressLine } from '#content/site.ts'
import type { Route } from './+types/receipt.ts'

/** The receipt of an order as a file, for whoever has the link to the order; without one, back to the order. */
export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  context.get(pageContext).doNotStore()
  const { signer, database, clinic } = context.get(servicesContext)
  const id = signer.verifyLink(orderPurpose, token)
  const found = await loadOr503(context, async () => {
    const order = id === undefined ? undefined : await findOrder(database, id)
    return { order, receipt: order && (await findReceiptFor(database.db, orderSubject(order))) }
  })
  if (!found.order || !found.receipt) return redirect(orderPath(token))
  const facts = clinic.facts(Date.now())
  const { name, timeZone } = facts
  const about = { name, timeZone, address: addressLine(facts) }
  const { receipt, order } = found
  const file = await makeReceiptFile({
    receipt,
    ...toOrderReceipt(order),
    clinic: about,
  })
  return new Response(file, { headers: receiptFileHeaders })
}
