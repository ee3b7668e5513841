import { expect, test } from 'vitest'
import { canPayOnline } from './can-pay-online.ts'

test('from 50 cents to $999,999.99 can be paid online', () => {
  expect([49, 50, 99_999_999, 100_000_000].map(canPayOnline)).toEqual([false, true, true, false])
})
