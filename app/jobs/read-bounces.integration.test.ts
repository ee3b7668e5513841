import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { findMailboxHealth } from '#app/domain/outbox/bounces.server.ts'
import { createBounceMailbox } from '#app/integrations/bounce-mailbox/bounce-mailbox.server.ts'
import { deliveryReport, startImapServer } from '#tests/support/imap-server.ts'
import { listSubscribers } from '#tests/support/subscribers.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { readBounces } from './read-bounces.server.ts'

const hour = 3_600_000
const now = Date.now()

async function open() {
  const server = await startImapServer()
  const database = await openTestDatabase()
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const bounceMailbox = createBounceMailbox(server.url, { patienceMs: 400, longestMs: 2_000 })
  return {
    server,
    database,
    lines,
    bounceMailbox,
    read: () => readBounces({ database, log: log as never, bounceMailbox }),
    health: () => findMailboxHealth(database, bounceMailbox.name),
  }
}

const messageId = '<one@clinic.example>'

async function send(
  { db }: Database,
  more: { id?: string; messageId?: string; campaignId?: string; sentAt?: number } = {},
) {
  const email = { id: 'one', messageId, sentAt: now - hour, ...more }
  const sent = { kind: 'contact-message', ids: '{}', state: 'sent', createdAt: now - hour } as const
  await db
    .insertInto('emails')
    .values({ recipient: 'grace@example.com', ...sent, ...email })
    .execute()
}

const stateOf = async ({ db }: Database, id = 'one') =>
  db.selectFrom('emails').select(['state', 'lastError', 'reason']).where('id', '=', id).executeTakeFirstOrThrow()
const subscriberState = async ({ db }: Database) =>
  (
    await db
      .selectFrom('subscribers')
      .select('state')
      .where('email', '=', 'grace@example.com')
      .executeTakeFirstOrThrow()
  ).state
const subscribe = ({ db }: Database) => listSubscribers(db, [{ email: 'grace@example.com' }])

test('an email that comes back is undelivered, and its address gets no more newsletters', async () => {
  const { server, database, read, health } = await open()
  await send(database)
  await subscribe(database)
  server.add('From: a@example.com\r\nSubject: A person\r\n\r\nHello')
  server.add(deliveryReport({ messageId }))
  await read()
  const lastError = '5.1.1 550 5.1.1 <grace@example.com>: refused'
  expect(await stateOf(database)).toEqual({ state: 'failed', lastError, reason: 'bounced' })
  expect(await subscriberState(database)).toBe('bounced')
  // Only what is ours is marked as read.
  expect(server.messages.map(({ flags }) => flags.has('\\Seen'))).toEqual([false, true])
  expect(await health()).toEqual({ readAt: expect.any(Number) })
})

test.each(['5.2.2', '5.7.1', '4.4.7'])(
  'after %s the email is undelivered, and the address keeps its newsletters',
  async (status) => {
    const { server, database, read } = await open()
    await send(database)
    await subscribe(database)
    server.add(deliveryReport({ messageId, status }))
    await read()
    expect((await stateOf(database)).state).toBe('failed')
    expect(await subscriberState(database)).toBe('subscribed')
  },
)

test('a forged bounce changes nothing', async () => {
  const { server, database, read } = await open()
  await send(database)
  await subscribe(database)
  server.add(deliveryReport({ messageId: '<guessed@clinic.example>' }))
  await read()
  expect((await stateOf(database)).state).toBe('sent')
  expect(await subscriberState(database)).toBe('subscribed')
})

test('each message is read once, until the mailbox was made anew; then an email that was sent again stays sent', async () => {
  const { server, database, read } = await open()
  await send(database)
  server.add(deliveryReport({ messageId }), new Date(now - hour / 2))
  await read()
  await read()
  expect(server.state.fetched).toEqual([1])
  expect((await stateOf(database)).state).toBe('failed')
  await database.db.updateTable('emails').set({ state: 'sent', sentAt: now }).execute()
  server.state.uidValidity = 2
  await read()
  expect(server.state.fetched).toEqual([1, 1])
  expect((await stateOf(database)).state).toBe('sent')
})

test('a newsletter counts an email that came back as failed', async () => {
  const { server, database, read } = await open()
  const campaign = { id: 'c', url: 'https://blog.example/a', state: 'done', createdAt: 1 } as const
  await database.db
    .insertInto('campaigns')
    .values({ ...campaign, recipients: 2, sent: 2 })
    .execute()
  await send(database, { campaignId: 'c' })
  server.add(deliveryReport({ messageId }))
  await read()
  const counts = await database.db.selectFrom('campaigns').select(['sent', 'failed']).executeTakeFirstOrThrow()
  expect(counts).toEqual({ sent: 1, failed: 1 })
})

test.each([
  ['no-greeting', 'timeout'],
  ['garbage', 'timeout'],
  ['hang', 'timeout'],
  ['wrong-password', 'not-signed-in'],
  ['no-folder', 'no-folder'],
  ['drop', 'unreachable'],
  // Its 50 MB come from this process, which may be too busy with them to notice in time.
  ['flood', /unreachable|timeout/],
  ['endless-line', 'unreachable'],
] as const)(
  'a server with the fault %s is given up, said without its secrets, and read the next time',
  async (fault, reason) => {
    const { server, database, read, health, lines, bounceMailbox } = await open()
    await send(database)
    server.add(deliveryReport({ messageId }))
    server.state.fault = fault
    const begun = performance.now()
    await read()
    expect(performance.now() - begun).toBeLessThan(5_000)
    expect(await health()).toEqual({ failingSince: expect.any(Number), failure: expect.stringMatching(reason) })
    if (fault !== 'drop' && fault !== 'flood')
      expect(await bounceMailbox.test()).toMatchObject(fault === 'hang' ? { ok: true } : { ok: false })
    expect(lines.join('')).toMatch(reason)
    expect(lines.join('')).not.toMatch(/imap-secret|grace|bounces@/)
    expect((await stateOf(database)).state).toBe('sent')
    server.state.fault = undefined
    await read()
    expect((await stateOf(database)).state).toBe('failed')
    expect(await health()).toEqual({ readAt: expect.any(Number) })
  },
)
