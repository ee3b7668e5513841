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
 * several steps, the shares add up to what one step would give, and none of them is negative.
 */
export function shareOut(amounts: readonly number[], part: number, before = 0): number[] {
  const [all, earlier] = [sharesOf(amounts, before + part), sharesOf(amounts, before)]
  return all.map((share, index) => share - earlier[index]!)
}

/** Webster's method: each further cent goes to whose share is the least then, so that a larger part lessens no share. */
function sharesOf(amounts: readonly number[], part: number): number[] {
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  if (total === 0) return amounts.map(() => 0)
  // So much each has in any case; few cents are left to be given one by one.
  const shares = amounts.map((amount) => Math.max(0, Math.floor((amount * (part - amounts.length)) / total)))
  for (let left = part - shares.reduce((sum, share) => sum + share, 0); left > 0; left -= 1) {
    const after = shares.map((share, index) => (share + 0.5) / amounts[index]!)
    shares[after.indexOf(Math.min(...after))]! += 1
  }
  return shares
}
