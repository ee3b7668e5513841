import type { Movement } from '#app/integrations/payments/payment-provider.ts'
import type { Difference } from './difference.ts'

/** A payment or refund as the ledger has it. `reference`: as the provider's movement has it. */
export type OwnMovement = { kind: 'payment' | 'refund'; reference: string; cents: number; about: string; at: number }

/**
 * What one side has and the other has not. `own` reaches further back than `theirs`, whose days need not begin where
 * ours do: what is older than `since` or newer than `until` is only looked up, not missed.
 */
export function compareMovements(
  own: readonly OwnMovement[],
  theirs: readonly Movement[],
  { since, until }: { since: number; until: number },
): Difference[] {
  const differences: Difference[] = []
  for (const kind of ['payment', 'refund'] as const) {
    const ours = new Map(own.filter((one) => one.kind === kind).map((one) => [one.reference, one]))
    const listed = Map.groupBy(
      theirs.filter((one) => one.kind === kind),
      ({ reference, id }) => reference ?? id,
    )
    for (const [reference, movements] of listed) {
      const mine = ours.get(reference)
      const moved = movements.reduce((sum, { amountCents }) => sum + amountCents, 0)
      const theirCents = kind === 'payment' ? moved : 0 - moved
      if (mine && mine.cents !== theirCents)
        differences.push({ kind: `${kind}-amount`, about: mine.about, ourCents: mine.cents, theirCents })
      if (!mine && theirCents !== 0 && movements.some(({ at }) => at <= until))
        differences.push({ kind: `unknown-${kind}`, about: movements[0]!.id, theirCents })
    }
    for (const { reference, cents, about, at } of ours.values())
      if (!listed.has(reference) && at >= since && at <= until)
        differences.push({ kind: `missing-${kind}`, about, ourCents: cents })
  }
  return [...differences, ...findDisputes(own, theirs), ...findUnknown(theirs, until)]
}

/** Money that a bank took back from the clinic. One that the clinic has won adds up to nothing. */
function findDisputes(own: readonly OwnMovement[], theirs: readonly Movement[]): Difference[] {
  const disputes = theirs.filter(({ kind }) => kind === 'dispute')
  const byPayment = Map.groupBy(disputes, ({ reference, id }) => reference ?? id)
  return [...byPayment].flatMap(([reference, movements]): Difference[] => {
    const taken = movements.reduce((sum, { amountCents }) => sum - amountCents, 0)
    if (taken === 0) return []
    const payment = own.find((one) => one.kind === 'payment' && one.reference === reference)
    const about = payment?.about ?? movements[0]!.id
    return [{ kind: taken > 0 ? 'disputed' : 'dispute-returned', about, theirCents: Math.abs(taken) }]
  })
}

/** Neither about a payment nor what any account has: such as a correction, or money held back. */
const findUnknown = (theirs: readonly Movement[], until: number): Difference[] =>
  theirs
    .filter(({ kind, amountCents, at }) => kind === 'other' && amountCents !== 0 && at <= until)
    .map(({ id, type, amountCents: theirCents }) => ({ kind: 'unknown-movement', about: `${type}, ${id}`, theirCents }))
