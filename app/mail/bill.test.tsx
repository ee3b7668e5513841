import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BillAsHtml, renderBillAsText } from './bill.tsx'

const total = { label: 'Total', amount: '$1,234.00' }

test('amounts are right-aligned next to the longest label', () => {
  const lines = [
    { label: '2 × Herb', amount: '$24.00' },
    { label: '1 × Oil of the house', amount: '$1,210.00' },
  ]
  expect(renderBillAsText({ lines, total }).split('\r\n')).toEqual([
    '2 × Herb                 $24.00',
    '1 × Oil of the house  $1,210.00',
    '-'.repeat(31),
    'Total                 $1,234.00',
  ])
})

test('a long label wraps, its amount is on the last line, and no line is longer than 72', () => {
  const label = `1 × ${'a name that goes on and on '.repeat(4).trim()}`
  const lines = renderBillAsText({ lines: [{ label, amount: '$90,071,992.00' }], total }).split('\r\n')
  expect(Math.max(...lines.map(({ length }) => length))).toBe(72)
  expect(lines.filter((line) => line.includes('$'))).toHaveLength(2)
  expect(lines[1]).toMatch(/ {2}\$90,071,992\.00$/)
  expect(lines.slice(0, 2).join(' ').replaceAll(/\s+/g, ' ')).toContain(label)
})

test('a product name is never markup', () => {
  const html = renderToStaticMarkup(<BillAsHtml bill={{ lines: [{ label: '<b>Herb</b>', amount: '$1.00' }], total }} />)
  expect(html).toContain('&lt;b&gt;Herb&lt;/b&gt;')
  expect(html).toContain('$1,234.00')
})
