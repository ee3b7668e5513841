import { describe, expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { confirmSubscription, findSubscriber, subscribe, unsubscribe } from './subscribers.server.ts'

const now = Date.UTC(2026, 4, 5, 15)

const means = (database: Database, lettersLeave = false) => ({
  database,
  queue: createQueue(database),
  mailDomain: 'clinic.example',
  lettersLeave,
})

const signUp = (database: Database, email: string, network?: string) =>
  subscribe(means(database), { email, sender: network ? { network, address: email } : undefined, now })

async function counts({ db }: Database) {
  const subscribers = await db.selectFrom('subscribers').selectAll().execute()
  const letters = await db.selectFrom('letters').selectAll().execute()
  const jobs = await db.selectFrom('jobs').selectAll().execute()
  return { subscribers, letters, jobs }
}

describe('subscribing', () => {
  test('stores the subscriber with the date, the welcome letter and the job that sends it, together', async () => {
    const database = await openTestDatabase()
    expect(await signUp(database, 'maya@example.com')).toEqual({ ok: true })
    const { subscribers, letters, jobs } = await counts(database)
    expect(subscribers).toMatchObject([{ email: 'maya@example.com', state: 'subscribed', subscription_date: now }])
    expect(letters).toMatchObject([{ kind: 'newsletter-welcome', recipient: 'maya@example.com', state: 'waiting' }])
    expect(JSON.parse(jobs[0]?.payload ?? '')).toEqual({ letterId: letters[0]?.id })
  })

  test('twice succeeds and adds nothing', async () => {
    const database = await openTestDatabase()
    await signUp(database, 'maya@example.com')
    expect(await signUp(database, 'maya@example.com')).toEqual({ ok: true })
    const { subscribers, letters, jobs } = await counts(database)
    expect([subscribers.length, letters.length, jobs.length]).toEqual([1, 1, 1])
  })

  test('ten times at once stores one subscriber and one letter', async () => {
    const database = await openTestDatabase()
    await Promise.all(Array.from({ length: 10 }, () => signUp(database, 'maya@example.com')))
    const { subscribers, letters } = await counts(database)
    expect([subscribers.length, letters.length]).toEqual([1, 1])
  })

  test('stores nothing at all when the letter cannot be enqueued', async () => {
    const database = await openTestDatabase()
    const queue = { ...createQueue(database), enqueue: () => Promise.reject(new Error('disk full')) }
    const failing = subscribe({ ...means(database), queue }, { email: 'maya@example.com', sender: undefined, now })
    await expect(failing).rejects.toThrow('disk full')
    const { subscribers, letters } = await counts(database)
    expect([subscribers.length, letters.length]).toEqual([0, 0])
  })

  test('is limited for one network, not for others', async () => {
    const database = await openTestDatabase()
    const outcomes = []
    for (let tries = 0; tries < 65; tries += 1)
      outcomes.push(await signUp(database, `${tries}@example.com`, 'one network'))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(60)
    expect(outcomes.at(-1)).toEqual({ ok: false, reason: 'too-many', retryAt: now + 60 * 60 * 1000 })
    expect(await signUp(database, 'other@example.com', 'another network')).toEqual({ ok: true })
  })

  test('is limited for one address, whatever network it comes from', async () => {
    const database = await openTestDatabase()
    const outcomes = []
    for (let tries = 0; tries < 45; tries += 1)
      outcomes.push(await signUp(database, 'maya@example.com', `network ${tries}`))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(40)
  })
})

describe('unsubscribing', () => {
  test('ends the subscription, and once more changes nothing', async () => {
    const database = await openTestDatabase()
    await signUp(database, 'maya@example.com')
    const id = (await counts(database)).subscribers[0]?.id ?? ''
    expect(await unsubscribe({ database }, id)).toBe(true)
    expect(await unsubscribe({ database }, id)).toBe(true)
    expect(await findSubscriber(database, id)).toMatchObject({ state: 'unsubscribed' })
  })

  test('of somebody unknown says so', async () => {
    const database = await openTestDatabase()
    expect(await unsubscribe({ database }, 'nobody')).toBe(false)
  })

  test('can be followed by a new sign-up, at once while letters stay in the outbox', async () => {
    const database = await openTestDatabase()
    await signUp(database, 'maya@example.com')
    const id = (await counts(database)).subscribers[0]?.id ?? ''
    await unsubscribe({ database }, id)
    await signUp(database, 'maya@example.com')
    const { subscribers, letters } = await counts(database)
    expect(subscribers).toMatchObject([{ id, state: 'subscribed' }])
    expect(letters.map(({ kind }) => kind)).toEqual(['newsletter-welcome', 'newsletter-welcome'])
  })

  test('is lifted only through the link of a letter once letters leave, and the letter is not sent over and over', async () => {
    const database = await openTestDatabase()
    const again = () => subscribe(means(database, true), { email: 'maya@example.com', sender: undefined, now })
    await signUp(database, 'maya@example.com')
    const id = (await counts(database)).subscribers[0]?.id ?? ''
    await unsubscribe({ database }, id)
    for (let tries = 0; tries < 3; tries += 1) expect(await again()).toEqual({ ok: true })
    const { subscribers, letters } = await counts(database)
    expect(subscribers).toMatchObject([{ state: 'unsubscribed' }])
    expect(letters.map(({ kind }) => kind).toSorted()).toEqual(['newsletter-confirm', 'newsletter-welcome'])

    expect(await confirmSubscription({ database }, id, now + 1)).toBe(true)
    expect(await confirmSubscription({ database }, id, now + 2)).toBe(true)
    expect((await counts(database)).subscribers).toMatchObject([{ state: 'subscribed', subscription_date: now + 1 }])
    expect(await confirmSubscription({ database }, 'nobody', now)).toBe(false)
  })
})
