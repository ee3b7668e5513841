import { orderBill as words } from '#content/emails.ts'
import { useEmailStyles } from './use-email-styles.ts'
import { newline, wrapText } from './plain-text.ts'

/** Amounts are formatted, '$12.00'. */
export type Bill = {
  lines: { name: string; quantity: number; each: string; amount: string }[]
  taxes?: { label: string; amount: string }[]
  /** Above the last line: the total and what a gift card paid of it. */
  before?: { label: string; amount: string }[]
  total: { label: string; amount: string }
}

/** Leaves 14 columns of 72 for the amount. */
const mostLabel = 56

export function renderBillAsText({ lines, taxes = [], before = [], total }: Bill) {
  const all = [
    ...lines.map(({ name, quantity, each, amount }) => ({
      label: `${quantity} × ${name}${quantity > 1 ? ` (${words.each(each)})` : ''}`,
      amount,
    })),
    ...taxes,
    ...before,
    total,
  ]
  const labelWidth = Math.min(mostLabel, Math.max(...all.map(({ label }) => label.length)))
  const amountWidth = Math.max(...all.map(({ amount }) => amount.length))
  const rendered = all.map(({ label, amount }) => {
    const labelLines = wrapText(label, labelWidth).split(newline)
    const last = labelLines.pop() ?? ''
    return [...labelLines, `${last.padEnd(labelWidth)}  ${amount.padStart(amountWidth)}`].join(newline)
  })
  return [...rendered.slice(0, -1), '-'.repeat(labelWidth + 2 + amountWidth), ...rendered.slice(-1)].join(newline)
}

export function BillAsHtml({ bill: { lines, taxes = [], before = [], total } }: { bill: Bill }) {
  const styles = useEmailStyles()
  return (
    <table className="line" width="100%" cellPadding={0} cellSpacing={0} style={styles.facts}>
      <tbody>
        {lines.map(({ name, quantity, each, amount }, index) => (
          <tr key={index}>
            <td className="ink line" style={styles.item}>
              {`${quantity} × ${name}`}
              {quantity > 1 && (
                <div className="faint" style={styles.detail}>
                  {words.each(each)}
                </div>
              )}
            </td>
            <td className="ink line" style={styles.amount}>
              {amount}
            </td>
          </tr>
        ))}
        {[...taxes, ...before].map(({ label, amount }) => (
          <tr key={label}>
            <td className="ink line" style={styles.item}>
              {label}
            </td>
            <td className="ink line" style={styles.amount}>
              {amount}
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row" className="ink" style={styles.total}>
            {total.label}
          </th>
          <td className="ink" style={styles.totalAmount}>
            {total.amount}
          </td>
        </tr>
      </tbody>
    </table>
  )
}
