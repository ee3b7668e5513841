import { expect, test } from 'vitest'
import { goodPassword, openSignIn, otherPassword } from '#tests/support/accounts.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { queueSizes } from './password-hash-queue.server.ts'

async function site() {
  const signIn = openSignIn(await openTestDatabase())
  async function add(email: string, password: string) {
    const hash = (await signIn.hash(password, 'new-password')) ?? ''
    return signIn.addAccount({ name: '', email, hash, isVerified: true })
  }
  return { signIn, add }
}

const wrong = { ok: false, reason: 'wrong' }

test('a password is right for its own account, and none is for an account that is gone', async () => {
  const { signIn, add } = await site()
  const [maya, ben] = [await add('maya@example.com', goodPassword), await add('ben@example.com', otherPassword)]
  expect(await signIn.verifyPassword(maya, goodPassword, 'sign-in')).toEqual({ ok: true })
  expect(await signIn.verifyPassword(ben, goodPassword, 'sign-in')).toEqual(wrong)
  await signIn.removeAccount(maya)
  expect(await signIn.verifyPassword(maya, goodPassword, 'sign-in')).toEqual(wrong)
  expect(await signIn.hasLongPassword(maya)).toBe(false)
})

test('while a queue is full, a right password is not called wrong, and nobody enters', async () => {
  const { signIn, add } = await site()
  const [email, password, queue] = ['maya@example.com', goodPassword, 'owner-device'] as const
  const maya = await add(email, password)
  const waiting = Array.from({ length: queueSizes[queue] + 1 }, () => signIn.hash(password, queue))
  const busy = { ok: false, reason: 'busy' }
  expect(await signIn.hash(password, queue)).toBeUndefined()
  expect(await signIn.verifyPassword(maya, password, queue)).toEqual(busy)
  expect(await signIn.signIn({ email, password, queue }, new Headers())).toEqual(busy)
  expect(await Promise.all(waiting)).not.toContain(undefined)
  expect(await signIn.signIn({ email, password, queue }, new Headers())).toMatchObject({ ok: true, accountId: maya })
})
