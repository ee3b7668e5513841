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
