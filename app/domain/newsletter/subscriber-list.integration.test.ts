import { describe, expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import {
  streamSubscribers,
  type ListCursor,
  rowsOnAPage,
  listSubscribers,
  type SubscriberFilter,
} from './subscriber-list.server.ts'
import type { SubscriberState } from './subscriber.ts'
import { insertSubscribers } from './subscriber-rows.server.ts'

// On PostgreSQL, too: its order of addresses.

const states: SubscriberState[] = ['subscribed', 'pending', 'subscribed', 'unsubscribed', 'bounced']

/** Each a second after the one before, in one state after the other. */
async function withSubscribers(emails: string[]) {
  const database = await openTestDatabase()
  await database.transaction((tx) =>
    insertSubscribers(
      tx,
      emails.map((email, index) => ({
        id: `id-${String(index).padStart(4, '0')}`,
        email,
        state: states[index % states.length]!,
        subscriptionDate: null,
        createdAt: 1_000 * index,
      })),
    ),
  )
  return database
}

const found = async (database: Database, wanted: SubscriberFilter) =>
  (await listSubscribers(database, wanted)).rows.map(({ email }) => email)

/** The addresses of each page, leafing on to the end, and then back to the beginning. */
async function leaf(database: Database, wanted: SubscriberFilter) {
  const there: string[][] = []
  const back: string[][] = []
  let from: ListCursor | undefined
  for (;;) {
    const { rows, hasLater } = await listSubscribers(database, { ...wanted, from })
    there.push(rows.map(({ email }) => email))
    if (!hasLater) break
    from = { id: rows.at(-1)!.id, side: 'after' }
  }
  for (;;) {
    const { rows, hasEarlier } = await listSubscribers(database, { ...wanted, from })
    back.unshift(rows.map(({ email }) => email))
    if (!hasEarlier) break
    from = { id: rows[0]!.id, side: 'before' }
  }
  return { there, back }
}

const many = (count: number, domain = 'example.com') => Array.from({ length: count }, (_, n) => `p${n}@${domain}`)

describe('pages', () => {
  test('list every subscriber once, newest first, and in the same order backwards', async () => {
    const emails = many(2 * rowsOnAPage + 7)
    const { there, back } = await leaf(await withSubscribers(emails), {})
    expect(there.flat()).toEqual(emails.toReversed())
    expect(there.map((page) => page.length)).toEqual([rowsOnAPage, rowsOnAPage, 7])
    expect(back).toEqual(there)
  })

  test('list the oldest first, or by address, and in the same order backwards', async () => {
    const emails = many(rowsOnAPage + 7)
    const database = await withSubscribers(emails)
    for (const [sort, expected] of [
      ['oldest', emails],
      ['email', emails.toSorted()],
    ] as const) {
      const { there, back } = await leaf(database, { sort })
      expect(there.flat()).toEqual(expected)
      expect(back).toEqual(there)
    }
  })

  test('of one state list only that state', async () => {
    const emails = many(3 * rowsOnAPage)
    const { there, back } = await leaf(await withSubscribers(emails), { state: 'subscribed' })
    expect(there.flat()).toEqual(emails.filter((_, n) => states[n % states.length] === 'subscribed').toReversed())
    expect(back).toEqual(there)
  })

  test('of a term list addresses, then domains, then other matches, and in the same order backwards', async () => {
    const own = Array.from({ length: rowsOnAPage + 5 }, (_, n) => `maya${n}@example.org`)
    const atDomain = Array.from({ length: rowsOnAPage + 5 }, (_, n) => `x${n}@maya.example`)
    const both = ['maya@maya.example']
    const within = Array.from({ length: rowsOnAPage + 5 }, (_, n) => `xmaya${n}@${n % 2 ? '' : 'x-maya.'}example.org`)
    const database = await withSubscribers([...within, ...atDomain, ...both, ...own, ...many(20)])
    const { there, back } = await leaf(database, { term: 'maya' })
    expect(there.flat()).toEqual([...[...own, ...both].toSorted(), ...atDomain.toSorted(), ...within.toSorted()])
    expect(back).toEqual(there)
  })

  test('of a term in one state list only that state, and in the same order backwards', async () => {
    const emails = many(4 * rowsOnAPage)
    const { there, back } = await leaf(await withSubscribers(emails), { state: 'subscribed', term: 'xample' })
    expect(there.flat()).toEqual(emails.filter((_, n) => states[n % states.length] === 'subscribed').toSorted())
    expect(back).toEqual(there)
  })

  test('continue after a deleted cursor, and restart after an unknown one', async () => {
    const database = await withSubscribers(many(rowsOnAPage + 1))
    const [row] = await database.db
      .selectFrom('subscribers')
      .selectAll()
      .where('email', '=', 'p1@example.com')
      .execute()
    await database.db
      .insertInto('deletedSubscribers')
      .values({ ...row!, deleted_at: 1 })
      .execute()
    await database.db.deleteFrom('subscribers').where('id', '=', row!.id).execute()
    const from: ListCursor = { id: row!.id, side: 'after' }
    expect((await listSubscribers(database, { from })).rows.map(({ email }) => email)).toEqual(['p0@example.com'])
    expect((await listSubscribers(database, { from: { ...from, id: 'unknown' } })).rows).toHaveLength(rowsOnAPage)
  })
})

describe('a term', () => {
  const emails = [
    'maya@gmail.com',
    'max@example.com',
    'gmail@example.org',
    'ben@mail.com',
    'a_b@x.com',
    'a%b@x.com',
    "o'neil@b.com",
  ]

  test.each([
    ['ma', ['max@example.com', 'maya@gmail.com', 'ben@mail.com', 'gmail@example.org']],
    ['gmail', ['gmail@example.org', 'maya@gmail.com']],
    ['@gmail', ['maya@gmail.com']],
    ['maya@g', ['maya@gmail.com']],
    ['gmail@', ['gmail@example.org']],
    ['mail.com', ['ben@mail.com', 'maya@gmail.com']],
    ['ail', ['ben@mail.com', 'gmail@example.org', 'maya@gmail.com']],
    ['ail@', ['gmail@example.org']],
    ['x', ['a%b@x.com', 'a_b@x.com', 'gmail@example.org', 'max@example.com']],
    ['a_', ['a_b@x.com']],
    ['a%', ['a%b@x.com']],
    ['_', ['a_b@x.com']],
    ['%', ['a%b@x.com']],
    ['%b@', ['a%b@x.com']],
    ['\\', []],
    ['%%', []],
    ['*', []],
    ["'", ["o'neil@b.com"]],
    ["'n", ["o'neil@b.com"]],
    ['"', []],
    ["' or 1=1 --", []],
    ['ü', []],
    ['\u{1f600}', []],
  ])('%s finds %j', async (term, expected) => {
    expect(await found(await withSubscribers(emails), { term })).toEqual(expected)
  })

  test('finds only subscribers in the chosen state', async () => {
    const database = await withSubscribers(emails)
    expect(await found(database, { term: 'ma', state: 'pending' })).toEqual(['max@example.com'])
    expect(await found(database, { term: 'ail', state: 'subscribed' })).toEqual(['gmail@example.org', 'maya@gmail.com'])
  })
})

test.each([{}, { term: 'p' }, { term: 'xample' }, { state: 'subscribed' as const }])(
  'batches list every matching subscriber once (%j)',
  async (wanted) => {
    const emails = many(23)
    const pages: string[][] = []
    for await (const rows of streamSubscribers(await withSubscribers(emails), wanted, 5))
      pages.push(rows.map(({ email }) => email))
    const expected = wanted.state ? emails.filter((_, n) => states[n % states.length] === wanted.state) : emails
    expect(pages.flat().toSorted()).toEqual(expected.toSorted())
    expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(5)
  },
)
