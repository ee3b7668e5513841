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
  return differences
}
