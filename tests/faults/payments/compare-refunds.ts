import type { PaymentEvidence } from './evidence.ts'

/** What staff pressed is refunded once, unless they were told that it is not; nothing else is refunded by staff. */
export function compareRefunds({ refunds, presses }: PaymentEvidence): string[] {
  const byStaff = new Map(refunds.filter(({ reason }) => reason === 'staff').map((refund) => [refund.id, refund]))
  const pressed = new Map(presses.map((press) => [press.key, press]))
  const pages = Map.groupBy(
    presses.filter(({ key }) => byStaff.has(key)),
    ({ paymentId, seenCents }) => `${seenCents} of payment ${paymentId}`,
  )
  return [
    ...[...byStaff.values()]
      .filter(({ id, paymentId, amountCents }) => {
        const press = pressed.get(id)
        return press?.paymentId !== paymentId || press.cents !== amountCents || press.answer === 'rejected'
      })
      .map(({ id }) => `refund ${id} is not what staff pressed`),
    ...presses
      .filter(({ key, answer }) => answer === 'accepted' && !byStaff.has(key))
      .map(({ key }) => `lost: refund ${key} was accepted and is not there`),
    ...[...pages]
      .filter(([, made]) => made.length > 1)
      .map(([page]) => `doubled: staff who saw ${page} refunded made several refunds`),
    ...refunds.filter(({ state }) => state === 'failed').map(({ id }) => `refund ${id} was more than there is`),
  ]
}
