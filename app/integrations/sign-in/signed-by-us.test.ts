import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSignedByUs } from './signed-by-us.server.ts'

const sign = (token: string, secret: string) =>
  `${token}.${createHmac('sha256', secret).update(token).digest('base64')}`

test('a sign-in that was given out here is told from one that somebody made up', () => {
  expect(isSignedByUs(sign('token', 'ours'), 'ours')).toBe(true)
  for (const made of [
    sign('token', 'theirs'),
    `x${sign('token', 'ours')}`,
    sign('token', 'ours').slice(0, -4),
    'token',
    'token.',
    '.',
    '',
  ])
    expect(isSignedByUs(made, 'ours'), made).toBe(false)
})
