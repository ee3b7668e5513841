import type { Tables } from '#app/database/tables.ts'

export type DifferenceKind = Tables['paymentDifferences']['kind']

/** `about`: the number of an order, or the provider's id of what the ledger does not know. */
export type Difference = {
  kind: DifferenceKind
  about: string
  ourCents?: number | undefined
  theirCents?: number | undefined
}

export const toDifferenceId = ({ kind, about, ourCents, theirCents }: Difference) =>
  [kind, about, ourCents ?? '', theirCents ?? ''].join(':')
