import { expect, test } from 'vitest'
import { planQuery, readPlanChoice } from './plan-choice.ts'

const read = (query: string) => readPlanChoice(new URLSearchParams(query))

test('what was chosen for a plan is in the address, and read from it again', () => {
  const days = [{ startsAt: 1_778_000_000_000, personId: 'anna' }]
  for (const part of ['morning', 'afternoon'] as const) {
    const choice = { days, change: 2, part, from: Temporal.PlainDate.from('2026-05-07') }
    expect(read(planQuery(choice))).toEqual(choice)
  }
})

test.each([
  'part=evening&change=x&from=soon',
  'change=123',
  'd=1778000000000.anna&d=soon',
  Array.from({ length: 61 }, () => 'd=1.a').join('&'),
])('what is not a choice counts as not chosen: %s', (query) => {
  expect(read(query)).toEqual({ days: [], part: undefined, change: undefined, from: undefined })
})
