import type { Tables } from '#app/database/tables.ts'

/** What each is for stands in the README. */
export type Account = Tables['ledgerLines']['account']

/** A positive amount is a debit, a negative one a credit. `item`: the product that was sold. */
export type LedgerLine = { account: Account; cents: number; item?: string }

/**
 * `key`: what happened, once: 'payment:ID'. Posting it again does nothing.
 * `subject`: what it is about: 'order:K7F-29Q'.
 */
export type LedgerTransaction = { key: string; subject: string; at: number; lines: readonly LedgerLine[] }

export const isBalanced = (lines: readonly LedgerLine[]) =>
  lines.length >= 2 &&
  lines.every(({ cents }) => Number.isSafeInteger(cents) && cents !== 0) &&
  lines.reduce((sum, { cents }) => sum + cents, 0) === 0

/**
 * Shares out a part of a sum in proportion, to the cent. `before`: the part that was shared out already; shared out in
 * several steps, the shares add up to what one step would give.
 */
export function shareOut(amounts: readonly number[], part: number, before = 0): number[] {
  const [all, earlier] = [sharesOf(amounts, before + part), sharesOf(amounts, before)]
  return all.map((share, index) => share - earlier[index]!)
}

/** Each share ends where the running total does, so that no cent is lost and none is made. */
function sharesOf(amounts: readonly number[], part: number) {
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  let running = 0
  let given = 0
  return amounts.map((amount) => {
    running += amount
    // Cents times cents can be beyond the safe integers.
    const until = Number((BigInt(part) * BigInt(running)) / BigInt(total || 1))
    const share = until - given
    given = until
    return share
  })
}
