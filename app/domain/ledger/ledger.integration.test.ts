import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTestDatabase, openTwice } from '#tests/support/test-database.ts'
import { findUnbalanced, listPosted, post, readBalances, readLines } from './ledger.server.ts'
import { type LedgerTransaction, shareOut } from './ledger.ts'

const sale: LedgerTransaction = {
  key: 'sale:1',
  subject: 'order:K7F-29Q',
  at: 1,
  lines: [
    { account: 'receivable', cents: 1_500 },
    { account: 'product-sales', cents: -1_500, item: 'triphala' },
  ],
}

test('the same key is posted once, by twenty transactions in two processes', async () => {
  const databases = await openTwice()
  const posted = await Promise.all(
    Array.from({ length: 20 }, (_, index) => databases[index % 2 ? 0 : 1].transaction((tx) => post(tx, sale))),
  )
  expect(posted.filter(Boolean)).toHaveLength(1)
  expect(await listPosted(databases[0].db, sale.subject)).toEqual([sale])
  expect(Object.fromEntries(await readBalances(databases[0].db))).toEqual({
    receivable: 1_500,
    'product-sales': -1_500,
  })
})

test('what does not add up to 0 is not posted, and is found if something else wrote it', async () => {
  const { db, transaction } = await openTestDatabase()
  for (const lines of [[], [sale.lines[0]!], [sale.lines[0]!, { account: 'provider' as const, cents: -1 }]])
    await expect(transaction((tx) => post(tx, { ...sale, lines }))).rejects.toThrow('does not add up')
  await transaction((tx) => post(tx, sale))
  expect(await findUnbalanced(db)).toEqual([])
  await db.updateTable('ledgerLines').set({ cents: 1 }).where('position', '=', 0).execute()
  await db.insertInto('ledgerTransactions').values({ key: 'empty:1', subject: 'order:1', at: 2 }).execute()
  expect(await findUnbalanced(db)).toEqual(['empty:1', 'sale:1'])
})

test('the lines of a period are those of its transactions alone, each once', async () => {
  const { db, transaction } = await openTestDatabase()
  await transaction(async (tx) => {
    for (let at = 0; at < 250; at += 1) await post(tx, { ...sale, key: `sale:${at}`, at })
  })
  const read = []
  for await (const lines of readLines(db, { from: 5, until: 240 })) read.push(...lines.map((line) => line.at))
  expect(read).toEqual(Array.from({ length: 2 * 235 }, (_, index) => 5 + Math.floor(index / 2)))
})

test('a sum is shared out to the cent, in one step or in several', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(amounts, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }), (all, parts) => {
      const total = all.reduce((sum, amount) => sum + amount, 0)
      const sums = all.map(() => 0)
      let before = 0
      for (const part of [...parts, 1]) {
        const step = part === 1 ? total - before : Math.floor((total - before) * part)
        const shares = shareOut(all, step, before)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(step)
        expect(shares.every((share) => share >= 0)).toBe(true)
        shares.forEach((share, index) => (sums[index]! += share))
        before += step
      }
      expect(sums).toEqual(all)
    }),
    // Where each share ended with the running total, the second step took a cent back from the last one.
    {
      examples: [
        [
          [10_845, 1, 1, 37_063],
          [0.1374660822375287, 0.000024199012680282646],
        ],
      ],
    },
  )
})
