import type { Order } from '#app/domain/orders/order.ts'
import { Detail } from '#app/ui/primitives/detail.tsx'
import { AddressText } from '#app/ui/site/address-text.tsx'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import { orderPage } from '#content/pages/order.ts'

const words = orderPage.details

type OrderDetailsProps = { heading: string; order: Order; placedOn: string }

export function OrderDetails({ heading, order, placedOn }: OrderDetailsProps) {
  const { number, status, name, email, phone, note } = order
  return (
    <>
      <h2>{heading}</h2>
      <dl className="dl">
        <Detail name={words.number} className="num">
          {number}
        </Detail>
        <Detail name={words.status}>{orderPage.statuses[status]}</Detail>
        <Detail name={words.placed}>{placedOn}</Detail>
        <Detail name={words.name}>{name}</Detail>
        <Detail name={words.email}>{email && <AddressText text={email} />}</Detail>
        <Detail name={words.phone} className="num">
          {phone && <NoBreak text={phone} />}
        </Detail>
        <Detail name={words.note} className="typed" dir="auto">
          {note}
        </Detail>
      </dl>
    </>
  )
}
