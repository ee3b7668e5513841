import { expect, test } from 'vitest'
import { createQueue } from '#app/queue/queue.server.ts'
import { openSignIn } from '#tests/support/accounts.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { testVault } from '#tests/support/test-deps.ts'
import { requestReset } from './reset-password.server.ts'
import { resendConfirmation } from './sign-up.server.ts'

const now = Date.UTC(2026, 10, 22, 18)

async function site() {
  const database = await openTestDatabase()
  const signIn = openSignIn(database)
  const queue = createQueue(database)
  const add = (email: string, isVerified: boolean) => signIn.addAccount({ name: '', email, hash: 'none', isVerified })
  await add('confirmed@example.com', true)
  await add('unconfirmed@example.com', false)
  const tables = ['emails', 'jobs', 'verifications', 'limits'] as const
  const rows = async () =>
    Promise.all(tables.map(async (table) => (await database.db.selectFrom(table).selectAll().execute()).length))
  const vault = testVault(database)
  return { deps: { database, signIn, queue, vault, mailDomain: 'clinic.example', emailsLeave: true }, rows }
}

test.each([
  ['a reset', requestReset],
  ['the confirmation once more', resendConfirmation],
])('a request for %s causes the same work for any address', async (_, ask) => {
  const { deps, rows } = await site()
  const grown: number[][] = []
  for (const name of ['confirmed', 'unconfirmed', 'unknown']) {
    const before = await rows()
    const email = `${name}@example.com`
    expect(await ask(deps, { email, sender: { network: name, address: name }, now })).toEqual({ ok: true })
    grown.push((await rows()).map((count, index) => count - (before[index] ?? 0)))
  }
  expect(grown[0]?.slice(0, 3)).toEqual([1, 1, 1])
  expect(grown[1]).toEqual(grown[0])
  expect(grown[2]).toEqual(grown[0])
})
