import { expect, test } from 'vitest'
import { toSign } from './sign.server.ts'

const request = { state: 'requested', startsAt: 1_000, cancelledLate: false, payBy: undefined } as const

test('a request says what it waits for: its payment, or the clinic', () => {
  expect(toSign({ ...request, payBy: 500 }, 0)).toEqual({ kind: 'requested', text: 'Waiting for payment or card' })
  expect(toSign(request, 0)).toEqual({ kind: 'requested', text: 'To confirm' })
})
