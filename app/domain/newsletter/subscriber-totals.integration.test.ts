import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { testVault } from '#tests/support/test-deps.ts'
import { clearBounce, markBounced } from './subscriber-rows.server.ts'
import {
  addSubscriber,
  editSubscriber,
  removeSubscriber,
  resetBounced,
  restoreSubscriber,
} from './manage-subscribers.server.ts'
import { deletePendingBefore, getSubscriberTotals } from './subscriber-rows.server.ts'
import { confirmSubscription, subscribe, unsubscribe } from './subscribers.server.ts'

// On PostgreSQL, too: its triggers.

const admin = { who: 'account-1', from: '192.0.2.7' }
const people = ['maya', 'rosa', 'lin', 'ben', 'zoe'].map((name) => `${name}@example.com`)

/** Every act that can change who is in which state, about one of a few people, so that they meet. */
function actsOn(database: Database) {
  const deps = {
    database,
    queue: createQueue(database),
    signer: createSigner('s'.repeat(32)),
    vault: testVault(database),
    mailDomain: 'clinic.example',
    emailsLeave: true,
    confirmSignUps: false,
  }
  const now = Date.now()
  const idOf = async (email: string) =>
    (await database.db.selectFrom('subscribers').select('id').where('email', '=', email).executeTakeFirst())?.id ??
    'unknown'
  const deletedIdOf = async (email: string) =>
    (await database.db.selectFrom('deletedSubscribers').select('id').where('email', '=', email).executeTakeFirst())
      ?.id ?? 'unknown'
  const signUp = (email: string, confirmSignUps: boolean) =>
    subscribe({ ...deps, confirmSignUps }, { email, sender: undefined, now })
  return {
    signUp: (email: string) => signUp(email, false),
    askToSignUp: (email: string) => signUp(email, true),
    confirm: async (email: string) => confirmSubscription(deps, await idOf(email), now),
    leave: async (email: string) => unsubscribe(deps, await idOf(email), now),
    bounce: async (email: string) => {
      const id = await idOf(email)
      await database.transaction((tx) => markBounced(tx, id))
    },
    work: async (email: string) => {
      const id = await idOf(email)
      await database.transaction((tx) => clearBounce(tx, id))
    },
    add: (email: string) => addSubscriber(deps, admin, { email, now }),
    addDespiteAll: (email: string) => addSubscriber(deps, admin, { email, despiteUnsubscribe: true, now }),
    edit: async (email: string) =>
      editSubscriber(deps, admin, { id: await idOf(email), was: email, email: `${randomUUID()}@example.com`, now }),
    editIntoAnother: async (email: string) =>
      editSubscriber(deps, admin, { id: await idOf(email), was: email, email: people[0]!, now }),
    remove: async (email: string) => removeSubscriber(deps, admin, await idOf(email), now),
    restore: async (email: string) => restoreSubscriber(deps, admin, await deletedIdOf(email), now),
    reset: async (email: string) => resetBounced(deps, admin, await idOf(email)),
    sweepPending: () => database.transaction((tx) => deletePendingBefore(tx, now + 1, 2)),
  }
}
type Acts = ReturnType<typeof actsOn>
const actNames = Object.keys(actsOn({} as Database)) as (keyof Acts)[]

async function counted({ db }: Database) {
  const totals = { pending: 0, subscribed: 0, unsubscribed: 0, bounced: 0 }
  for (const { state } of await db.selectFrom('subscribers').select('state').execute()) totals[state] += 1
  return totals
}

test('the totals equal the counts after sequential or concurrent changes', async () => {
  const database = await openTestDatabase()
  const acts = actsOn(database)
  const step = fc.record({ act: fc.constantFrom(...actNames), email: fc.constantFrom(...people) })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 12 }), async (rounds) => {
      for (const round of rounds) await Promise.all(round.map(({ act, email }) => acts[act](email)))
      expect(await getSubscriberTotals(database)).toEqual(await counted(database))
    }),
    { numRuns: 40 },
  )
}, 60_000)

test('of several that are corrected into one address at once, one takes it', async () => {
  const database = await openTestDatabase()
  const acts = actsOn(database)
  const others = people.slice(1)
  for (const email of others) await acts.signUp(email)
  const edited = await Promise.all(others.map((email) => acts.editIntoAnother(email)))
  expect(edited.filter(({ ok }) => ok)).toHaveLength(1)
  expect(edited.filter((one) => !one.ok && one.reason === 'taken')).toHaveLength(others.length - 1)
})

test('a rollback restores the totals', async () => {
  const database = await openTestDatabase()
  const acts = actsOn(database)
  await acts.askToSignUp('maya@example.com')
  const failing = database.transaction(async (tx) => {
    await deletePendingBefore(tx, Date.now() + 1, 10)
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await getSubscriberTotals(database)).toEqual({ pending: 1, subscribed: 0, unsubscribed: 0, bounced: 0 })
})

// SQLite has one connection, so nothing comes between.
test.runIf(process.env.TEST_DATABASE === 'postgres')(
  'a sign-up finds its subscriber removed in between, and subscribes them anyway',
  async () => {
    const database = await openTestDatabase()
    const email = 'maya@example.com'
    await actsOn(database).signUp(email)
    let isRemoved = false
    const removeAfterConflict: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.numAffectedRows === 0n && !isRemoved) {
          isRemoved = true
          await actsOn(database).remove(email)
        }
        return result
      },
    }
    await actsOn({
      ...database,
      // It knows a transaction only without the plugin.
      afterCommit: () => {},
      transaction: (work) => database.transaction((tx) => work(tx.withPlugin(removeAfterConflict))),
    }).signUp(email)
    expect(isRemoved).toBe(true)
    expect(await counted(database)).toMatchObject({ subscribed: 1 })
  },
)
