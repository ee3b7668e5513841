import { describe, expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import { contentClinic } from '#tests/support/test-deps.ts'
import { openTestDatabase, openTwice } from '#tests/support/test-database.ts'
import { findMessage, sendMessage } from './messages.server.ts'

const now = Date.UTC(2026, 4, 5, 15)
const minute = 60_000
const maya = { name: 'Maya Thomas', email: 'maya@example.com', message: 'Is there room for a wheelchair?' }

const deps = (database: Database) => ({
  database,
  queue: createQueue(database),
  signer: createSigner('s'.repeat(32)),
  clinic: contentClinic,
  mailDomain: 'clinic.example',
})

const send = (database: Database, about: Partial<typeof maya> & { at?: number; network?: string } = {}) => {
  const { at = now, network, ...message } = about
  const all = { ...maya, ...message }
  const sender = network ? { network, address: all.email } : undefined
  return sendMessage(deps(database), { message: all, sender, now: at })
}

async function stored({ db }: Database) {
  const messages = await db.selectFrom('messages').selectAll().execute()
  const emails = await db.selectFrom('emails').selectAll().execute()
  const jobs = await db.selectFrom('jobs').selectAll().execute()
  return { messages, emails, jobs }
}
const countsOf = async (database: Database) =>
  Object.values(await stored(database)).map(({ length }: unknown[]) => length)

test('a message is saved together with the email to the clinic and its job', async () => {
  const database = await openTestDatabase()
  expect(await send(database)).toEqual({ ok: true })
  const { messages, emails, jobs } = await stored(database)
  expect(messages).toMatchObject([
    { name: maya.name, email: maya.email, text: maya.message, sentAt: now, handledAt: null },
  ])
  const recipient = contentFacts(now).emails.general
  expect(emails).toMatchObject([{ kind: 'contact-message', recipient, state: 'waiting' }])
  expect(JSON.parse(jobs[0]?.payload ?? '')).toEqual({ emailId: emails[0]?.id })
  expect(await findMessage(database, messages[0]?.id ?? '')).toEqual(maya)
})

test('nothing is saved if the email cannot be enqueued, and a retry does not count as a duplicate', async () => {
  const database = await openTestDatabase()
  const queue = { ...createQueue(database), enqueue: () => Promise.reject(new Error('disk full')) }
  const failing = sendMessage({ ...deps(database), queue }, { message: maya, sender: undefined, now })
  await expect(failing).rejects.toThrow('disk full')
  expect(await countsOf(database)).toEqual([0, 0, 0])
  await send(database)
  expect(await countsOf(database)).toEqual([1, 1, 1])
})

describe('the same address and text', () => {
  test('within ten minutes are one message', async () => {
    const database = await openTestDatabase()
    await send(database)
    expect(await send(database, { at: now + 10 * minute - 1, name: 'Maya' })).toEqual({ ok: true })
    expect(await countsOf(database)).toEqual([1, 1, 1])
    await send(database, { at: now + 10 * minute })
    expect(await countsOf(database)).toEqual([2, 2, 2])
  })

  test('are a new message with another text or address', async () => {
    const database = await openTestDatabase()
    await send(database)
    await send(database, { message: 'And on Tuesdays?' })
    await send(database, { email: 'rosa@example.com' })
    expect(await countsOf(database)).toEqual([3, 3, 3])
  })

  test('ten times at once from two processes are one message', async () => {
    const [one, other] = await openTwice()
    await Promise.all(Array.from({ length: 10 }, (_, index) => send(index % 2 === 0 ? one : other)))
    expect(await countsOf(one)).toEqual([1, 1, 1])
  })
})

test('one network may send sixty messages an hour, and others are not affected', async () => {
  const database = await openTestDatabase()
  const outcomes = []
  for (let tries = 0; tries < 62; tries += 1)
    outcomes.push(await send(database, { email: `${tries}@example.com`, network: 'one network' }))
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(60)
  expect(outcomes.at(-1)).toEqual({ ok: false, reason: 'too-many', retryAt: now + 60 * minute })
  expect(await send(database, { email: 'other@example.com', network: 'another' })).toEqual({ ok: true })
})

test('one address may send forty messages an hour, from any network', async () => {
  const database = await openTestDatabase()
  const outcomes = []
  for (let tries = 0; tries < 42; tries += 1)
    outcomes.push(await send(database, { message: `Message ${tries}`, network: `network ${tries}` }))
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(40)
})

test('no limit key contains an address or a word of the message', async () => {
  const database = await openTestDatabase()
  await send(database, { network: 'fingerprint' })
  const keys = (await database.db.selectFrom('limits').select('key').execute()).map(({ key }) => key)
  // `sender` above is given in the clear; what the domain makes itself is not.
  expect(keys.filter((key) => key.startsWith('contact:same:'))).toHaveLength(1)
  expect(keys.find((key) => key.startsWith('contact:same:'))).not.toMatch(/maya|wheelchair/)
})
