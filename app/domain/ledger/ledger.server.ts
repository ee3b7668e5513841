import type { Db, Tx } from '#app/database/tables.ts'
import { type Account, isBalanced, type LedgerTransaction } from './ledger.ts'

/** Posts it in the transaction of what happened; false if it was posted before. What is posted never changes. */
export async function post(tx: Tx, { key, subject, at, lines }: LedgerTransaction): Promise<boolean> {
  if (!isBalanced(lines)) throw new Error(`the ledger's ${key} does not add up to 0`)
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('ledgerTransactions')
    .values({ key, subject, at })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) return false
  await tx
    .insertInto('ledgerLines')
    .values(lines.map(({ item = null, ...line }, position) => ({ ...line, item, transactionKey: key, position })))
    .execute()
  return true
}

/** With every account that has a line; an account's debits are positive. */
export async function readBalances(db: Db): Promise<ReadonlyMap<Account, number>> {
  const rows = await db
    .selectFrom('ledgerLines')
    .groupBy('account')
    .select(['account', ({ fn }) => fn.sum<number>('cents').as('cents')])
    .execute()
  return new Map(rows.map(({ account, cents }) => [account, Number(cents)]))
}

/** The sum of each item's lines in an account; none for an item without lines. */
export async function sumItems(db: Db, account: Account, items: readonly string[]): Promise<Map<string, number>> {
  if (items.length === 0) return new Map()
  const rows = await db
    .selectFrom('ledgerLines')
    .where('account', '=', account)
    .where('item', 'in', items)
    .groupBy('item')
    .select(['item', ({ fn }) => fn.sum<number>('cents').as('cents')])
    .execute()
  return new Map(rows.map(({ item, cents }) => [item ?? '', Number(cents)]))
}

export type ItemLine = { key: string; subject: string; at: number; cents: number }

/** The lines of one item in an account, the oldest first. */
export const listItemLines = (db: Db, account: Account, item: string): Promise<ItemLine[]> =>
  db
    .selectFrom('ledgerLines')
    .innerJoin('ledgerTransactions', 'ledgerTransactions.key', 'ledgerLines.transactionKey')
    .select(['key', 'subject', 'at', 'cents'])
    .where('account', '=', account)
    .where('item', '=', item)
    .orderBy('at')
    .orderBy('key')
    .execute()

/** What was posted about an order, the oldest first. */
export async function listPosted(db: Db, subject: string): Promise<LedgerTransaction[]> {
  const transactions = await db
    .selectFrom('ledgerTransactions')
    .select(['key', 'subject', 'at'])
    .where('subject', '=', subject)
    .orderBy('at')
    .orderBy('key')
    .execute()
  const lines = await db
    .selectFrom('ledgerLines')
    .innerJoin('ledgerTransactions', 'ledgerTransactions.key', 'ledgerLines.transactionKey')
    .select(['transactionKey', 'account', 'cents', 'item'])
    .where('subject', '=', subject)
    .orderBy('position')
    .execute()
  return transactions.map((transaction) => ({
    ...transaction,
    lines: lines
      .filter(({ transactionKey }) => transactionKey === transaction.key)
      .map(({ account, cents, item }) => ({ account, cents, ...(item !== null && { item }) })),
  }))
}

/** The keys of transactions that do not add up to 0; none of them can come from `post`. */
export async function findUnbalanced(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('ledgerTransactions')
    .leftJoin('ledgerLines', 'ledgerLines.transactionKey', 'ledgerTransactions.key')
    .groupBy('key')
    .having(({ fn, or, eb }) => or([eb(fn.count('position'), '<', 2), eb(fn.sum('cents'), '<>', 0)]))
    .select('key')
    .orderBy('key')
    .execute()
  return rows.map(({ key }) => key)
}

/** When the first transaction was posted. */
export async function findFirstPosted(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom('ledgerTransactions').select('at').orderBy('at').limit(1).executeTakeFirst()
  return row?.at
}

export type LedgerRow = {
  key: string
  subject: string
  at: number
  account: Account
  cents: number
  item: string | null
}

/** How many transactions are read at once; each has few lines. */
const batchSize = 200

/** The lines of a period, the oldest first, in batches of whole transactions. */
export async function* readLines(
  db: Db,
  { from, until }: { from: number; until: number },
): AsyncGenerator<LedgerRow[], void> {
  let after = { at: from, key: '' }
  for (;;) {
    const { at, key } = after
    const transactions = await db
      .selectFrom('ledgerTransactions')
      .select(['key', 'at'])
      .where('at', '<', until)
      .where(({ or, and, eb }) => or([eb('at', '>', at), and([eb('at', '=', at), eb('key', '>', key)])]))
      .orderBy('at')
      .orderBy('key')
      .limit(batchSize)
      .execute()
    const last = transactions.at(-1)
    if (!last) return
    const keys = transactions.map((one) => one.key)
    yield await db
      .selectFrom('ledgerLines')
      .innerJoin('ledgerTransactions', 'ledgerTransactions.key', 'ledgerLines.transactionKey')
      .select(['key', 'subject', 'at', 'account', 'cents', 'item'])
      .where('key', 'in', keys)
      .orderBy('at')
      .orderBy('key')
      .orderBy('position')
      .execute()
    after = last
  }
}
