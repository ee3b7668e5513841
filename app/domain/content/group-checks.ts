import { canPayOnline } from '#app/domain/shared/can-pay-online.ts'
import type { FieldProblem } from './list-checks.ts'

type Value = Readonly<Record<string, unknown>>

/** By what a group of a schema calls its `check`. `entry`: what was typed into the form around it. */
export const groupChecks = { 'pay-ahead': checkPayAhead } satisfies Record<
  string,
  (value: Value, entry?: Value) => FieldProblem[]
>

/** What is paid online when something is booked. What is no amount has a sentence of its own. */
function checkPayAhead({ payAhead, payAheadAmount, cancelFee }: Value, { price }: Value = {}): FieldProblem[] {
  if (typeof payAheadAmount !== 'number' || typeof cancelFee !== 'number') return []
  if (payAhead === 'none')
    return cancelFee > 0 ? [{ at: 'cancelFee', sentence: 'Without a payment, there is nothing to keep. Enter 0.' }] : []
  if (payAhead === 'card') return checkCard(payAheadAmount, cancelFee)
  if (!canPayOnline(payAheadAmount))
    return [{ at: 'payAheadAmount', sentence: 'Enter at least $0.50, or choose that nothing is paid.' }]
  if (payAhead === 'full' && namesOtherAmount(price, payAheadAmount))
    return [{ at: 'payAheadAmount', sentence: 'The price text names another amount. Make the two agree.' }]
  return cancelFee > payAheadAmount
    ? [{ at: 'cancelFee', sentence: 'You can’t keep more than was paid. Enter at most that amount.' }]
    : []
}

const namesOtherAmount = (price: unknown, cents: number) =>
  [...String(price ?? '').matchAll(/\$ ?([\d,]+(\.\d+)?)/g)].some(
    ([, amount = '']) => Math.round(Number(amount.replaceAll(',', '')) * 100) !== cents,
  )

function checkCard(payAheadAmount: number, cancelFee: number): FieldProblem[] {
  if (payAheadAmount > 0)
    return [{ at: 'payAheadAmount', sentence: 'When a card is kept, nothing is paid in advance. Enter 0.' }]
  return canPayOnline(cancelFee)
    ? []
    : [{ at: 'cancelFee', sentence: 'Enter the fee that may be charged to the card, at least $0.50.' }]
}
