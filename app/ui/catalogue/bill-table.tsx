import { dueCents, type Order } from '#app/domain/orders/order.ts'
import { formatCents, formatRate } from '#app/domain/shared/money.ts'
import { Breakable } from './breakable.tsx'
import { orderPage } from '#content/pages/order.ts'

const words = orderPage.ordered

export function BillTable({ order }: { order: Order }) {
  const { lines, totalCents, giftCardHint, giftCardCents } = order
  return (
    <table className="bill" aria-labelledby="ordered">
      <thead>
        <tr>
          <th scope="col">{words.product}</th>
          <th scope="col">{words.quantity}</th>
          <th scope="col">{words.amount}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ productId, name, priceCents, quantity }) => (
          <tr key={productId}>
            <th scope="row">
              <Breakable name={name} /> <span className="hint num">{words.each(formatCents(priceCents))}</span>
            </th>
            <td className="num">{quantity}</td>
            <td className="num">{formatCents(priceCents * quantity)}</td>
          </tr>
        ))}
        {lines.map(
          ({ productId, name, tax }) =>
            tax !== undefined &&
            tax.rate > 0 && (
              <tr key={productId}>
                <th scope="row">
                  <span className="hint">{words.tax(formatRate(tax.rate), name)}</span>
                </th>
                <td className="num" colSpan={2}>
                  {formatCents(tax.cents)}
                </td>
              </tr>
            ),
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{words.total}</th>
          <td className="num" colSpan={2}>
            {formatCents(totalCents)}
          </td>
        </tr>
        {giftCardHint !== undefined && giftCardCents !== undefined && (
          <>
            <tr>
              <th scope="row">{words.giftCard(giftCardHint)}</th>
              <td className="num" colSpan={2}>
                {formatCents(-giftCardCents)}
              </td>
            </tr>
            <tr>
              <th scope="row">{words.afterCard}</th>
              <td className="num" colSpan={2}>
                {formatCents(dueCents(order))}
              </td>
            </tr>
          </>
        )}
      </tfoot>
    </table>
  )
}
