import { newline, wrapText } from './plain-text.ts'

/** Amounts are formatted, '$12.00'. */
export type Bill = { lines: BillLine[]; total: BillLine }
type BillLine = { label: string; amount: string }

/** Leaves 14 columns of 72 for the amount. */
const mostLabel = 56

export function renderBillAsText({ lines, total }: Bill) {
  const all = [...lines, total]
  const labelWidth = Math.min(mostLabel, Math.max(...all.map(({ label }) => label.length)))
  const amountWidth = Math.max(...all.map(({ amount }) => amount.length))
  const renderLine = ({ label, amount }: BillLine) => {
    const labelLines = wrapText(label, labelWidth).split(newline)
    const last = labelLines.pop() ?? ''
    return [...labelLines, `${last.padEnd(labelWidth)}  ${amount.padStart(amountWidth)}`].join(newline)
  }
  return [...lines.map(renderLine), '-'.repeat(labelWidth + 2 + amountWidth), renderLine(total)].join(newline)
}

export function BillAsHtml({ bill: { lines, total } }: { bill: Bill }) {
  return (
    <table style={{ width: '100%', margin: '0 0 16px', borderCollapse: 'collapse' }}>
      <tbody>
        {lines.map(({ label, amount }, index) => (
          <tr key={index}>
            <td style={cell}>{label}</td>
            <td style={amountCell}>{amount}</td>
          </tr>
        ))}
        <tr>
          <th scope="row" style={{ ...cell, ...last }}>
            {total.label}
          </th>
          <td style={{ ...amountCell, ...last }}>{total.amount}</td>
        </tr>
      </tbody>
    </table>
  )
}

const cell = { padding: '6px 0', textAlign: 'left', verticalAlign: 'top', borderBottom: '1px solid #DED5C2' } as const
const amountCell = { ...cell, paddingLeft: 16, textAlign: 'right', whiteSpace: 'nowrap' } as const
const last = { borderBottom: 'none', fontWeight: 700 }
