import { describe, expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { testVault } from '#tests/support/test-deps.ts'
import { clearBounce, markBounced } from './subscriber-rows.server.ts'
import { removeSubscriber } from './manage-subscribers.server.ts'
import { confirmLinkPayload } from './subscriber.ts'
import { insertSubscribers, getSubscriberTotals } from './subscriber-rows.server.ts'
import { confirmSubscription, findSubscriber, subscribe, unsubscribe } from './subscribers.server.ts'
import { deleteUnconfirmed } from './retention.server.ts'
import { isSuppressed } from './suppressions.server.ts'

const now = Date.UTC(2026, 4, 5, 15)
const admin = { who: 'account-1', from: '192.0.2.7' }

const deps = (database: Database, { emailsLeave = false, confirmSignUps = false } = {}) => ({
  database,
  queue: createQueue(database),
  signer: createSigner('s'.repeat(32)),
  vault: testVault(database),
  mailDomain: 'clinic.example',
  emailsLeave,
  confirmSignUps,
})

const signUp = (database: Database, email: string, network?: string) =>
  subscribe(deps(database), { email, sender: network ? { network, address: email } : undefined, now })

const leave = (database: Database, id: string) => unsubscribe(deps(database), id, now)

async function counts({ db }: Database) {
  const subscribers = await db.selectFrom('subscribers').selectAll().execute()
  const emails = await db.selectFrom('emails').selectAll().execute()
  const jobs = await db.selectFrom('jobs').selectAll().execute()
  return { subscribers, emails, jobs }
}

describe('subscribing', () => {
  test('stores the subscriber with the date, the welcome email and its job in one transaction', async () => {
    const database = await openTestDatabase()
    expect(await signUp(database, 'maya@example.com')).toEqual({ ok: true })
    const { subscribers, emails, jobs } = await counts(database)
    expect(subscribers).toMatchObject([{ email: 'maya@example.com', state: 'subscribed', subscriptionDate: now }])
    expect(emails).toMatchObject([{ kind: 'newsletter-welcome', recipient: 'maya@example.com', state: 'waiting' }])
    expect(JSON.parse(jobs[0]?.payload ?? '')).toEqual({ emailId: emails[0]?.id })
  })

  test('twice succeeds and adds nothing', async () => {
    const database = await openTestDatabase()
    await signUp(database, 'maya@example.com')
    expect(await signUp(database, 'maya@example.com')).toEqual({ ok: true })
    const { subscribers, emails, jobs } = await counts(database)
    expect([subscribers.length, emails.length, jobs.length]).toEqual([1, 1, 1])
  })

  test('ten times at once stores one subscriber and one email', async () => {
    const database = await openTestDatabase()
    await Promise.all(Array.from({ length: 10 }, () => signUp(database, 'maya@example.com')))
    const { subscribers, emails } = await counts(database)
    expect([subscribers.length, emails.length]).toEqual([1, 1])
  })

  test('stores nothing if the email cannot be enqueued', async () => {
    const database = await openTestDatabase()
    const queue = { ...createQueue(database), enqueue: () => Promise.reject(new Error('disk full')) }
    const failing = subscribe({ ...deps(database), queue }, { email: 'maya@example.com', sender: undefined, now })
    await expect(failing).rejects.toThrow('disk full')
    const { subscribers, emails } = await counts(database)
    expect([subscribers.length, emails.length]).toEqual([0, 0])
  })

  test('is limited per network', async () => {
    const database = await openTestDatabase()
    const outcomes = []
    for (let tries = 0; tries < 65; tries += 1)
      outcomes.push(await signUp(database, `${tries}@example.com`, 'one network'))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(60)
    expect(outcomes.at(-1)).toEqual({ ok: false, reason: 'too-many', retryAt: now + 60 * 60 * 1000 })
    expect(await signUp(database, 'other@example.com', 'another network')).toEqual({ ok: true })
  })

  test('is limited per address, from any network', async () => {
    const database = await openTestDatabase()
    const outcomes = []
    for (let tries = 0; tries < 45; tries += 1)
      outcomes.push(await signUp(database, 'maya@example.com', `network ${tries}`))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(40)
  })
})

describe('unsubscribing', () => {
  test('ends the subscription, and a repeat changes nothing', async () => {
    const database = await openTestDatabase()
    await signUp(database, 'maya@example.com')
    const id = (await counts(database)).subscribers[0]?.id ?? ''
    expect(await leave(database, id)).toBe(true)
    expect(await leave(database, id)).toBe(true)
    expect(await findSubscriber(database, id)).toMatchObject({ state: 'unsubscribed' })
  })

  test('of an unknown subscriber returns false', async () => {
    const database = await openTestDatabase()
    expect(await leave(database, 'unknown')).toBe(false)
  })

  test('can be followed by a new sign-up, immediately while emails stay in the outbox', async () => {
    const database = await openTestDatabase()
    await signUp(database, 'maya@example.com')
    const id = (await counts(database)).subscribers[0]?.id ?? ''
    await leave(database, id)
    await signUp(database, 'maya@example.com')
    const { subscribers, emails } = await counts(database)
    expect(subscribers).toMatchObject([{ id, state: 'subscribed' }])
    expect(emails.map(({ kind }) => kind)).toEqual(['newsletter-welcome', 'newsletter-welcome'])
  })

  test('is lifted only by a confirmation link once email delivery works, and that email is sent once a day', async () => {
    const database = await openTestDatabase()
    const again = () =>
      subscribe(deps(database, { emailsLeave: true }), { email: 'maya@example.com', sender: undefined, now })
    await signUp(database, 'maya@example.com')
    const id = (await counts(database)).subscribers[0]?.id ?? ''
    await leave(database, id)
    for (let tries = 0; tries < 3; tries += 1) expect(await again()).toEqual({ ok: true })
    const { subscribers, emails } = await counts(database)
    expect(subscribers).toMatchObject([{ state: 'unsubscribed' }])
    expect(emails.map(({ kind }) => kind).toSorted()).toEqual(['newsletter-confirm', 'newsletter-welcome'])

    const link = confirmLinkPayload({ subscriberId: id, left: now })
    expect(await confirmSubscription(deps(database), link, now + 1)).toBe(true)
    expect(await confirmSubscription(deps(database), link, now + 2)).toBe(true)
    const after = await counts(database)
    expect(after.subscribers).toMatchObject([{ state: 'subscribed', subscriptionDate: now + 1 }])
    expect(after.emails.filter(({ kind }) => kind === 'newsletter-welcome')).toHaveLength(2)
    expect(await confirmSubscription(deps(database), 'unknown', now)).toBe(false)
  })

  test('is remembered after the subscriber is deleted, until a confirmation lifts it', async () => {
    const database = await openTestDatabase()
    const again = () =>
      subscribe(deps(database, { emailsLeave: true }), { email: 'maya@example.com', sender: undefined, now })
    await signUp(database, 'maya@example.com')
    await leave(database, (await only(database)).id)
    expect(await removeSubscriber(deps(database), admin, (await only(database)).id, now)).toBe(true)
    expect((await counts(database)).subscribers).toEqual([])

    await again()
    expect(await only(database)).toMatchObject({ state: 'unsubscribed', subscriptionDate: null })
    expect(await kindsOf(database)).toEqual(['newsletter-confirm', 'newsletter-welcome'])
    const link = confirmLinkPayload({ subscriberId: (await only(database)).id, left: now })
    await confirmSubscription(deps(database), link, now)
    await removeSubscriber(deps(database), admin, (await only(database)).id, now)
    await again()
    expect(await only(database)).toMatchObject({ state: 'subscribed' })
  })

  test('is lifted by a sign-up while emails stay in the outbox', async () => {
    const database = await openTestDatabase()
    const { signer } = deps(database)
    const isOff = () => database.transaction((tx) => isSuppressed({ tx, signer }, 'maya@example.com'))
    await signUp(database, 'maya@example.com')
    await leave(database, (await only(database)).id)
    await removeSubscriber(deps(database), admin, (await only(database)).id, now)
    expect(await isOff()).toBe(true)
    await signUp(database, 'maya@example.com')
    expect(await only(database)).toMatchObject({ state: 'subscribed' })
    expect(await isOff()).toBe(false)
  })

  test('stores no plaintext address', async () => {
    const database = await openTestDatabase()
    await signUp(database, 'maya@example.com')
    await leave(database, (await only(database)).id)
    const [kept] = await database.db.selectFrom('suppressions').selectAll().execute()
    expect(kept).toMatchObject({ since: now })
    expect(kept?.emailFingerprint).not.toMatch(/maya|example/)
  })
})

describe('with confirmed opt-in', () => {
  const confirming = (database: Database, emailsLeave = true) => deps(database, { emailsLeave, confirmSignUps: true })
  const signUpAt = (database: Database, at: number, emailsLeave = true) =>
    subscribe(confirming(database, emailsLeave), { email: 'maya@example.com', sender: undefined, now: at })
  const day = 24 * 60 * 60 * 1000

  test.each([true, false])('subscribers are added only by the click (emails leave: %s)', async (emailsLeave) => {
    const database = await openTestDatabase()
    expect(await signUpAt(database, now, emailsLeave)).toEqual({ ok: true })
    expect(await only(database)).toMatchObject({ state: 'pending', subscriptionDate: null })
    expect(await kindsOf(database)).toEqual(['newsletter-opt-in'])

    const { id } = await only(database)
    expect(await confirmSubscription(confirming(database), id, now + 5)).toBe(true)
    expect(await only(database)).toMatchObject({ state: 'subscribed', subscriptionDate: now + 5 })
    expect(await kindsOf(database)).toEqual(['newsletter-opt-in', 'newsletter-welcome'])
    expect(await confirmSubscription(confirming(database), id, now + 6)).toBe(true)
    expect(await kindsOf(database)).toHaveLength(2)
  })

  test('a repeated sign-up before the confirmation sends the email again, at most once a day', async () => {
    const database = await openTestDatabase()
    for (const at of [now, now + 1, now + day - 1]) await signUpAt(database, at)
    expect(await kindsOf(database)).toEqual(['newsletter-opt-in'])
    await signUpAt(database, now + day)
    expect(await kindsOf(database)).toEqual(['newsletter-opt-in', 'newsletter-opt-in'])
    expect(await only(database)).toMatchObject({ state: 'pending' })
  })

  test('unconfirmed sign-ups are deleted 30 days after the last confirmation request, in any number', async () => {
    const database = await openTestDatabase()
    await signUp(database, 'rosa@example.com')
    await signUpAt(database, now)
    await signUpAt(database, now + day)
    const others = Array.from({ length: 600 }, (_, n) => `p${n}@example.com`)
    await database.transaction((tx) =>
      insertSubscribers(
        tx,
        others.map((email) => ({ id: email, email, state: 'pending', subscriptionDate: null, createdAt: now })),
      ),
    )
    const there = async () => (await counts(database)).subscribers.map(({ email }) => email).toSorted()
    await deleteUnconfirmed({ database }, now + 30 * day)
    expect(await there()).toHaveLength(602)
    await deleteUnconfirmed({ database }, now + 30 * day + 1)
    expect(await there()).toEqual(['maya@example.com', 'rosa@example.com'])
    await deleteUnconfirmed({ database }, now + 31 * day + 1)
    expect(await there()).toEqual(['rosa@example.com'])
    expect(await getSubscriberTotals(database)).toMatchObject({ pending: 0, subscribed: 1 })
  })

  test('an unsubscribed address gets another email, even while emails stay in the outbox', async () => {
    const database = await openTestDatabase()
    await signUp(database, 'maya@example.com')
    await leave(database, (await only(database)).id)
    await signUpAt(database, now, false)
    expect(await only(database)).toMatchObject({ state: 'unsubscribed' })
    expect(await kindsOf(database)).toEqual(['newsletter-confirm', 'newsletter-welcome'])
  })

  test('a pending address is subscribed at once if confirmation is no longer required', async () => {
    const database = await openTestDatabase()
    await signUpAt(database, now)
    await signUp(database, 'maya@example.com')
    expect(await only(database)).toMatchObject({ state: 'subscribed', subscriptionDate: now })
  })
})

test('a subscriber whose address is rejected permanently is bounced until an email is delivered', async () => {
  const database = await openTestDatabase()
  await signUp(database, 'maya@example.com')
  const { id } = await only(database)
  const stateAfter = async (change: typeof markBounced) => {
    await database.transaction((tx) => change(tx, id))
    return (await only(database)).state
  }
  expect(await stateAfter(markBounced)).toBe('bounced')
  expect(await stateAfter(clearBounce)).toBe('subscribed')
  await leave(database, id)
  expect(await stateAfter(markBounced)).toBe('unsubscribed')
  expect(await stateAfter(clearBounce)).toBe('unsubscribed')
  await database.db.updateTable('subscribers').set({ state: 'pending' }).execute()
  expect(await stateAfter(markBounced)).toBe('pending')
})

test('a bounced address that signs up again is asked once, and stays bounced until it confirms', async () => {
  const database = await openTestDatabase()
  await signUp(database, 'maya@example.com')
  const before = await only(database)
  await database.transaction((tx) => markBounced(tx, before.id))
  for (let times = 0; times < 2; times += 1) expect(await signUp(database, 'maya@example.com')).toEqual({ ok: true })
  expect(await only(database)).toEqual({ ...before, state: 'bounced' })
  expect(await kindsOf(database)).toEqual(['newsletter-opt-in', 'newsletter-welcome'])
  expect(await confirmSubscription(deps(database), before.id, now)).toBe(true)
  expect((await only(database)).state).toBe('subscribed')
})

async function only(database: Database) {
  const { subscribers } = await counts(database)
  expect(subscribers).toHaveLength(1)
  return subscribers[0]!
}

/** The kinds of all emails there are, sorted. */
async function kindsOf({ db }: Database) {
  const emails = await db.selectFrom('emails').select('kind').orderBy('kind').execute()
  return emails.map(({ kind }) => kind)
}
