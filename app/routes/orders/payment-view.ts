import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { canBePaid, dueCents, type Order } from '#app/domain/orders/order.ts'
import type { OrderMoney } from '#app/domain/orders/pay-order.server.ts'
import { canPayOnline } from '#app/domain/shared/can-pay-online.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import type { PaymentProblem } from '#app/http/pay-online.server.ts'
import { onlinePayment as words } from '#content/payments.ts'
import type { PaymentView } from '#app/ui/payment/payment.tsx'

type Input = {
  money: OrderMoney | undefined
  /** Whether the clinic takes online payments. */
  canPay: boolean
  path: string
  problem: PaymentProblem | undefined
}

/** What the page of an order says of its payment; undefined if there is nothing to say. */
export function toPaymentView(order: Order, { money, canPay, path, problem }: Input): PaymentView | undefined {
  const isPayable = canPay && !money?.isPaid && canBePaid(order.status) && canPayOnline(dueCents(order))
  const view: PaymentView = {
    ...(problem && { error: problem === 'unavailable' ? words.unavailable : words.notPayable }),
    says: [
      ...(money?.isPaid && money.receiptNumber ? [words.paid(money.receiptNumber)] : []),
      ...(money && money.refundedCents > 0
        ? [
            (money.refundWaits ? words.refundWaits : money.isRefunding ? words.refunding : words.refunded)(
              formatCents(money.refundedCents),
            ),
          ]
        : []),
      ...(isPayable ? [sayHowLong(order), ...(money?.isOpen ? [words.open] : [])] : []),
    ],
    ...(money?.receiptNumber && { receipt: `${path}/receipt` }),
    ...(isPayable && { action: `${path}/pay` }),
  }
  return view.error || view.says.length > 0 ? view : undefined
}

const sayHowLong = ({ payBy }: Order) =>
  payBy === undefined ? words.offer : words.payBy(formatClinicMoment(payBy, clinicTimeZone))
