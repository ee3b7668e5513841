import { AsyncLocalStorage } from 'node:async_hooks'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { openSignIn } from '#tests/support/accounts.ts'
import { newPlace, openTestDatabase } from '#tests/support/test-database.ts'
import { openDatabase } from './connection.server.ts'
import { migrate } from './migrate.server.ts'
import { migrations } from './migrations/all.ts'

const run = promisify(execFile)
const adder = fileURLToPath(import.meta.resolve('#tests/processes/add-accounts.ts'))
const maya = { name: 'Maya', email: 'maya@example.com', hash: 'none', isVerified: true }

test('a library loses no writes when two processes write at the same time', async () => {
  const place = await newPlace()
  const database = openDatabase(place)
  onTestFinished(() => database.close())
  await migrate(database, migrations)
  await Promise.all(['first', 'second'].map((name) => run(process.execPath, [adder, JSON.stringify(place), name])))
  const { count } = await database.db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(200)
})

test("a library's statements join the transaction in which they are called", async () => {
  const database = await openTestDatabase()
  const signIn = openSignIn(database)
  const failing = database.transaction(async () => {
    await signIn.addAccount(maya)
    expect(await signIn.findAccount(maya.email)).toMatchObject({ name: 'Maya' })
    throw new Error('and then something failed')
  })
  await expect(failing).rejects.toThrow('something failed')
  expect(await signIn.findAccount(maya.email)).toBeUndefined()
})

test('a library does not join the transaction of another caller', async () => {
  const database = await openTestDatabase()
  const signIn = openSignIn(database)
  let added: Promise<string> | undefined
  const failing = database.transaction(async (tx) => {
    await tx.selectFrom('users').select('id').execute()
    // Not awaited inside: it waits for its own turn, and outlives this one.
    added = outside(() => signIn.addAccount(maya))
    throw new Error('failed')
  })
  await expect(failing).rejects.toThrow('failed')
  await added
  expect(await signIn.findAccount(maya.email)).toBeDefined()
})

test('a library in the write queue does not block the running transaction', async () => {
  const database = await openTestDatabase()
  const signIn = openSignIn(database)
  const people = Array.from({ length: 30 }, (_, n) => ({ ...maya, email: `maya${n}@example.com` }))
  const added = people.map((person, n) =>
    n % 2 === 0
      ? signIn.addAccount(person)
      : database.transaction(async (tx) => {
          await tx.selectFrom('users').select('id').execute()
          return signIn.addAccount(person)
        }),
  )
  expect(new Set(await Promise.all(added)).size).toBe(people.length)
})

/** As another request would, which knows nothing of this one. */
const outside = AsyncLocalStorage.snapshot()
