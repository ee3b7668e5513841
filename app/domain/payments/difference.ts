import type { Tables } from '#app/database/tables.ts'

export type DifferenceKind = Tables['paymentDifferences']['kind']

/** `about`: what was paid for, or the provider's id of what the ledger does not know. */
export type Difference = {
  kind: DifferenceKind
  about: string
  ourCents?: number | undefined
  theirCents?: number | undefined
}

export type OpenDifference = {
  id: string
  kind: DifferenceKind
  about: string
  ourCents: number | null
  theirCents: number | null
  foundAt: number
}

export const toDifferenceId = ({ kind, about, ourCents, theirCents }: Difference) =>
  [kind, about, ourCents ?? '', theirCents ?? ''].join(':')
