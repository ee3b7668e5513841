import { expect, test } from 'vitest'
import { sampleOrder } from '#app/mail/samples.ts'
import { readPdf } from '#tests/support/picture-files.ts'
import { makeReceiptFile, toOrderReceipt } from './receipt-file.server.ts'

const options = {
  receipt: { number: 1024, cents: sampleOrder.totalCents, paidAt: Date.UTC(2026, 10, 27, 18) },
  ...toOrderReceipt(sampleOrder),
  clinic: { name: 'Clinic', address: 'Hoover, Alabama', timeZone: 'America/Chicago' },
}

test('a receipt has a line for the sales tax of each product', async () => {
  const [herb, care] = sampleOrder.lines
  const lines = [
    { ...herb!, tax: { rate: 8_875, cents: 1_278 } },
    { ...care!, tax: { rate: 0, cents: 0 } },
  ]
  const { text } = readPdf(await makeReceiptFile({ ...options, ...toOrderReceipt({ ...sampleOrder, lines }) }))
  expect(text).toContain('Sales tax 8.875%, Triphala powder/Tab/Cap: $12.78')
  expect(text.match(/Sales tax/g)).toHaveLength(1)
})

test('a receipt has number, day, items and total, and names no customer', async () => {
  const file = await makeReceiptFile(options)
  const { text } = readPdf(file)
  for (const part of ['Receipt 1024', 'K7F-29Q', 'November 27, 2026', 'Triphala', '$144.00', '$159.00', 'Hoover'])
    expect(text).toContain(part)
  expect(text).not.toContain(sampleOrder.name)
  expect(await makeReceiptFile(options)).toEqual(file)
})
