/** What can be paid for online; `Payables` says what the money of each means. */
export const payableKinds = ['order', 'appointment', 'plan', 'fee', 'gift-card'] as const
export type PayableKind = (typeof payableKinds)[number]

/** What a payment is for, as the ledger has it: 'order:K7F-29Q'. */
export type Subject = `${PayableKind}:${string}`

/** `ref`: what its domain knows it by: the number of an order, the id of an appointment, a plan, an appointment with a fee, a gift card. */
export function readSubject(subject: Subject): { kind: PayableKind; ref: string } {
  const colon = subject.indexOf(':')
  const kind = payableKinds.find((known) => known === subject.slice(0, colon))
  if (!kind) throw new Error(`nothing can be paid for as ${subject}`)
  return { kind, ref: subject.slice(colon + 1) }
}
