import type { Order } from '#app/domain/orders/order.ts'
import { AddressText } from '#app/ui/site/address-text.tsx'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import { orderPage } from '#content/pages/order.ts'

const words = orderPage.details

export function OrderDetails({ order, placedOn }: { order: Order; placedOn: string }) {
  const { number, status, name, email, phone, note } = order
  return (
    <>
      <h2>{words.heading}</h2>
      <dl className="dl">
        <dt>{words.number}</dt>
        <dd className="num">{number}</dd>
        <dt>{words.status}</dt>
        <dd>{orderPage.statuses[status].word}</dd>
        <dt>{words.placed}</dt>
        <dd>{placedOn}</dd>
        <dt>{words.name}</dt>
        <dd>{name}</dd>
        <dt>{words.email}</dt>
        <dd>
          <AddressText text={email} />
        </dd>
        {phone && (
          <>
            <dt>{words.phone}</dt>
            <dd className="num">
              <NoBreak text={phone} />
            </dd>
          </>
        )}
        {note && (
          <>
            <dt>{words.note}</dt>
            <dd className="typed" dir="auto">
              {note}
            </dd>
          </>
        )}
      </dl>
    </>
  )
}
