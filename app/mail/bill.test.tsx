import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BillAsHtml, renderBillAsText } from './bill.tsx'

const total = { label: 'Total', amount: '$1,234.00' }

test('amounts are right-aligned next to the longest label', () => {
  const lines = [
    { name: 'Herb', quantity: 1, each: '$24.00', amount: '$24.00' },
    { name: 'Oil of the house', quantity: 1, each: '$1,210.00', amount: '$1,210.00' },
  ]
  expect(renderBillAsText({ lines, total }).split('\r\n')).toEqual([
    '1 × Herb                 $24.00',
    '1 × Oil of the house  $1,210.00',
    '-'.repeat(31),
    'Total                 $1,234.00',
  ])
})

test('tax stands between the items and the total, in both forms', () => {
  const lines = [{ name: 'Herb', quantity: 1, each: '$20.00', amount: '$20.00' }]
  const bill = {
    lines,
    taxes: [{ label: 'Sales tax 10%, Herb', amount: '$2.00' }],
    total: { label: 'Total', amount: '$22.00' },
  }
  expect(renderBillAsText(bill).split('\r\n')).toEqual([
    '1 × Herb             $20.00',
    'Sales tax 10%, Herb   $2.00',
    '-'.repeat(27),
    'Total                $22.00',
  ])
  expect(renderToStaticMarkup(<BillAsHtml bill={bill} />)).toMatch(/Herb.*Sales tax 10%, Herb.*\$2\.00.*Total/s)
})

test('a long label wraps, its amount is on the last line, and no line is longer than 72', () => {
  const name = 'a name that goes on and on '.repeat(3).trim()
  const amount = '$90,071,992.00'
  const lines = renderBillAsText({ lines: [{ name, quantity: 2, each: '$45,035,996.00', amount }], total }).split(
    '\r\n',
  )
  expect(Math.max(...lines.map(({ length }) => length))).toBe(72)
  expect(lines.filter((line) => line.includes(amount))).toHaveLength(1)
  expect(lines[1]).toMatch(/ {2}\$90,071,992\.00$/)
  expect(lines.slice(0, 2).join(' ').replaceAll(/\s+/g, ' ')).toContain(`2 × ${name}`)
})

test('a product name is never markup', () => {
  const html = renderToStaticMarkup(
    <BillAsHtml bill={{ lines: [{ name: '<b>Herb</b>', quantity: 1, each: '$1.00', amount: '$1.00' }], total }} />,
  )
  expect(html).toContain('&lt;b&gt;Herb&lt;/b&gt;')
  expect(html).toContain('$1,234.00')
})
