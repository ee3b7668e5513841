import { expect, test } from 'vitest'
import { compareMovements, type OwnMovement } from './compare-movements.ts'

const hour = 3_600_000
const range = { since: 10 * hour, until: 100 * hour }
const own = (kind: OwnMovement['kind'], reference: string, cents: number, at = 50 * hour): OwnMovement => ({
  ...{ kind, reference, cents, at },
  about: 'K7F-29Q',
})
const theirs = (kind: OwnMovement['kind'], reference: string | undefined, cents: number, at = 50 * hour) => ({
  ...{ id: `txn_${reference}`, kind, type: kind, reference, at, feeCents: 0 },
  amountCents: kind === 'refund' ? -cents : cents,
})
const compare = (ours: OwnMovement[], listed: ReturnType<typeof theirs>[]) => compareMovements(ours, listed, range)

test('what is the same on both sides is no difference', () => {
  const [ours, listed] = [own('payment', 'pi_1', 500), theirs('payment', 'pi_1', 500)]
  expect(compare([ours, own('refund', 're', 200)], [listed, theirs('refund', 're', 200)])).toEqual([])
})

test('what one side lacks, or has in another amount, is one', () => {
  expect(compare([own('payment', 'pi_1', 500)], [])).toEqual([
    { kind: 'missing-payment', about: 'K7F-29Q', ourCents: 500 },
  ])
  expect(compare([], [theirs('payment', 'pi_2', 700)])).toEqual([
    { kind: 'unknown-payment', about: 'txn_pi_2', theirCents: 700 },
  ])
  expect(compare([own('payment', 'pi_1', 500)], [theirs('payment', 'pi_1', 400)])).toEqual([
    { kind: 'payment-amount', about: 'K7F-29Q', ourCents: 500, theirCents: 400 },
  ])
  // Made in the provider's dashboard, without a key of ours.
  expect(compare([], [theirs('refund', undefined, 300)])).toMatchObject([{ kind: 'unknown-refund', theirCents: 300 }])
  expect(compare([own('refund', 're_1', 300)], [])).toMatchObject([{ kind: 'missing-refund', ourCents: 300 }])
})

test('what is made twice is one, by its sum', () => {
  const twice = [theirs('refund', 're_1', 300), theirs('refund', 're_1', 300)]
  expect(compare([own('refund', 're_1', 300)], twice)).toMatchObject([{ kind: 'refund-amount', theirCents: 600 }])
})

test('a refund that the bank did not take, so that it came back, is one', () => {
  const listed = [theirs('refund', 're_1', 300), { ...theirs('refund', 're_1', -300), id: 'txn_back' }]
  expect(compare([own('refund', 're_1', 300)], listed)).toMatchObject([{ kind: 'refund-amount', theirCents: 0 }])
  // One that we know has failed moved nothing.
  expect(compare([], listed)).toEqual([])
})

test('a dispute is one of its payment until the money is back, and so is what is of no known kind', () => {
  const dispute = (id: string, cents: number) => ({
    ...{ id, kind: 'dispute' as const, type: 'adjustment', reference: 'pi_1', at: 50 * hour, feeCents: 1_500 },
    amountCents: cents,
  })
  // Paid long ago, so that its payment is not listed any more.
  const paid = own('payment', 'pi_1', 500, hour)
  expect(compareMovements([paid], [dispute('txn_1', -500)], range)).toEqual([
    { kind: 'disputed', about: 'K7F-29Q', theirCents: 500 },
  ])
  expect(compareMovements([paid], [dispute('txn_1', -500), dispute('txn_2', 500)], range)).toEqual([])
  expect(compareMovements([paid], [dispute('txn_2', 500)], range)).toMatchObject([{ kind: 'dispute-returned' }])
  const moved = (kind: 'own' | 'other') => ({ ...dispute('txn_3', -700), kind, reference: undefined })
  expect(compareMovements([], [moved('own')], range)).toEqual([])
  expect(compareMovements([], [moved('other')], range)).toEqual([
    { kind: 'unknown-movement', about: 'adjustment, txn_3', theirCents: -700 },
  ])
})

test('what is at the edges of the days, or from this hour, is missed by neither side', () => {
  for (const at of [5 * hour, 100.5 * hour]) expect(compare([own('payment', 'pi_1', 500, at)], [])).toEqual([])
  expect(compare([], [theirs('payment', 'pi_1', 500, 100.5 * hour)])).toEqual([])
  expect(compare([own('payment', 'pi_1', 500, 5 * hour)], [theirs('payment', 'pi_1', 500)])).toEqual([])
})
