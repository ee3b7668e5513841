import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import type { FeedReader } from '#app/integrations/feed-reader/feed-reader.server.ts'
import { hidePost } from '#app/domain/blog/post-decisions.server.ts'
import { refreshPosts } from '#app/domain/blog/posts.server.ts'
import { handleMessage } from '#app/domain/contact/inbox.server.ts'
import { sendMessage } from '#app/domain/contact/messages.server.ts'
import { cancelAppointment } from '#app/domain/booking/cancel-appointment.server.ts'
import { changeOrder } from '#app/domain/orders/change-order.server.ts'
import type { OrderContact } from '#app/domain/orders/order-form.server.ts'
import { placeOrder } from '#app/domain/orders/orders.server.ts'
import { handleFailedEmail } from '#app/domain/outbox/failed-emails.server.ts'
import { recordFailure, recordFailedTry } from '#app/domain/outbox/emails.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import { productIdOf } from '#app/domain/catalogue/product.ts'
import { listProducts } from '#app/domain/catalogue/products.ts'
import { countedItems } from '#app/domain/catalogue/stock.ts'
import { withoutEntry } from '#tests/support/catalogue.ts'
import { at, bookTestAppointment, dayOne } from '#tests/support/booking.ts'
import { openPaidBookings } from '#tests/support/held-bookings.ts'
import { contentClinic, noPages, testVault } from '#tests/support/test-deps.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { listToDo } from './to-do.ts'
import { isHealthy } from './today.ts'
import { readToday } from './today.server.ts'

const admin = { who: 'account-1', from: '192.0.2.7' }
const now = Date.UTC(2026, 10, 20, 15)
const maya = { name: 'Maya Thomas', email: 'maya@example.com', phone: '(205) 555-0100' }
const herb = { productId: 'herb', name: 'Herb', priceCents: 1000, quantity: 2, supplement: true }

const deps = (database: Database) => ({
  database,
  queue: createQueue(database),
  mailDomain: 'clinic.example',
  clinic: contentClinic,
  content: deliveredContent,
  pages: noPages,
  vault: testVault(database),
  signer: createSigner('s'.repeat(32)),
})

/** Never closed on a day. */
const clinic = { facts: () => ({ ...contentClinic.facts(now), closures: [], holidays: [] }) }

const config = { healthRetentionDays: 1095 }
const made = { state: async () => ({ since: 0, madeAt: now, onDiskOfData: false }) }
const today = (database: Database, at = now) =>
  readToday(
    { database, clinic, content: deliveredContent, feed: { id: 'feed' }, emailsLeave: true, config, backups: made },
    at,
  )

async function order(database: Database, contact: OrderContact = maya, placedAt = now) {
  const placed = { cartId: randomUUID(), lines: [herb], contact, sender: undefined, now: placedAt }
  const outcome = await placeOrder(deps(database), placed)
  if (!outcome.ok) throw new Error('it was not placed')
  return outcome.order
}

const write = (database: Database) =>
  sendMessage(deps(database), {
    message: { name: 'Grace Kim', email: 'grace@example.com', message: 'Hello' },
    sender: undefined,
    now,
  })

/** The emails of a kind come back. */
async function comeBack({ db, transaction }: Database, kind: string) {
  const emails = await db.selectFrom('emails').select('id').where('kind', '=', kind).execute()
  await transaction(async (tx) => {
    for (const { id } of emails) {
      await recordFailedTry(tx, id, { scope: 'email', detail: '550 no such mailbox' })
      await recordFailure(tx, id)
    }
  })
  return emails[0]?.id ?? ''
}

test('a day without tasks has no sections', async () => {
  const database = await openTestDatabase()
  expect(await today(database)).toEqual({
    sections: [],
    health: {
      mail: { leaves: true, waiting: 0, failed: 0, newsletterWaits: false },
      feed: { failing: false },
      backup: { madeAt: now, failing: false, onDiskOfData: false },
      alarms: false,
    },
  })
})

test('sections are in their order, with phone numbers, and disappear once everything in them is done', async () => {
  const database = await openTestDatabase()
  const { number } = await order(database)
  await write(database)
  const emailId = await comeBack(database, 'order-confirmation')
  const at = expect.any(Number)
  const about = { name: maya.name, phone: maya.phone, orderNumber: number }
  const text = expect.any(String)
  const message = { kind: 'messages', count: 1, items: [{ id: expect.any(String), name: 'Grace Kim', at: now, text }] }
  const { sections } = await today(database)
  expect(sections).toEqual([
    {
      kind: 'undelivered',
      count: 1,
      items: [{ emailId, emailKind: 'order-confirmation', recipient: maya.email, at, toClinic: false, about }],
    },
    { kind: 'orders', count: 1, items: [{ number, name: maya.name, totalCents: 2000, at: now }] },
    message,
  ])

  await handleFailedEmail(deps(database), admin, { id: emailId, now })
  await changeOrder(deps(database), admin, { number, from: 'new', to: 'confirmed', tell: false, now })
  expect((await today(database)).sections).toEqual([message])
  const [{ id } = { id: '' }] = await database.db.selectFrom('messages').select('id').execute()
  await handleMessage(deps(database), admin, { id, handled: true, now })
  expect((await today(database)).sections).toEqual([])
})

test('undelivered emails to the clinic say what they were about', async () => {
  const database = await openTestDatabase()
  const { number } = await order(database, { name: 'Tom', email: 'tom@example.com' })
  await write(database)
  await comeBack(database, 'order-notice')
  await comeBack(database, 'contact-message')
  const [undelivered] = (await today(database)).sections
  expect(undelivered).toMatchObject({ kind: 'undelivered', count: 2 })
  expect(undelivered?.items).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ toClinic: true, about: { name: 'Tom', orderNumber: number } }),
      expect.objectContaining({ toClinic: true, about: { name: 'Grace Kim', messageId: expect.any(String) } }),
    ]),
  )
})

async function book(database: Database, start: string, n = 1) {
  const booked = await bookTestAppointment(database, { start, n })
  if (!booked.ok) throw new Error('it was not booked')
  return booked.appointment.id
}

test('a failed backup is listed, and the site is not healthy', async () => {
  const database = await openTestDatabase()
  const failure = { at: now, reason: 'BACKUP_DIR: no space is left on the disk.' }
  const backups = { state: async () => ({ since: 0, madeAt: now, failure, onDiskOfData: true }) }
  const read = await readToday(
    { database, clinic, content: deliveredContent, feed: { id: 'feed' }, emailsLeave: true, config, backups },
    now,
  )
  expect(read.sections).toEqual([{ kind: 'backup', count: 1, items: [{ kind: 'failed', ...failure }] }])
  expect(read.health.backup).toEqual({ madeAt: now, failing: true, onDiskOfData: true })
})

test('what was canceled by somebody who may not refund is listed for a manager', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: dayOne })
  onTestFinished(() => void vi.useRealTimers())
  const payment = { payAhead: 'deposit', payAheadAmount: 5_000, cancelFee: 2_000, taxRate: 0 } as const
  const { deps, bookHeld, pay, database, listPayments } = await openPaidBookings(payment)
  const id = await bookHeld()
  await pay({ id })
  const refundsIn = async () => (await today(database, Date.now())).sections.filter(({ kind }) => kind === 'refunds')
  expect(await refundsIn()).toEqual([])
  await cancelAppointment(deps, { ...admin, scope: 'everything' }, { id, now: Date.now() })
  const [section] = await refundsIn()
  const [paid] = await listPayments()
  const item = { path: `payments/${paid!.id}`, canceled: 'Appointment', name: 'Maya Thomas', amountCents: 5_000 }
  expect(section).toMatchObject({ kind: 'refunds', count: 1, items: [item] })
})

test('an appointment on a day that was closed since is listed', async () => {
  const database = await openTestDatabase()
  const id = await book(database, '2026-05-07T10:00')
  await book(database, '2026-05-08T10:00', 2)
  const closure = { id: 'one', firstDay: '2026-05-07', lastDay: '2026-05-07', text: '' }
  const closing = { facts: () => ({ ...clinic.facts(), closures: [closure] }) }
  const rest = { database, content: deliveredContent, feed: { id: 'feed' }, emailsLeave: true, config, backups: made }
  const section = async () =>
    (await readToday({ ...rest, clinic: closing }, at('2026-05-05T09:00'))).sections.find(
      ({ kind }) => kind === 'closures',
    )
  expect(await section()).toMatchObject({ count: 1, items: [{ id, at: at('2026-05-07T10:00') }] })
  expect(await today(database, at('2026-05-05T09:00'))).not.toMatchObject({ sections: [{ kind: 'closures' }] })
})

test('the day’s appointments come first, with phone numbers, until each has an outcome', async () => {
  const database = await openTestDatabase()
  const id = await book(database, '2026-05-05T10:00')
  const later = await book(database, '2026-05-05T14:00', 2)
  await book(database, '2026-05-06T10:00', 3)
  await order(database)
  const visit = { id, name: 'Patient 1', phone: '(205) 555-1001', at: at('2026-05-05T10:00') }
  const sectionsAt = async (moment: string) => (await today(database, at(moment))).sections
  expect((await sectionsAt('2026-05-05T07:00')).map(({ kind, count }) => ({ kind, count }))).toEqual([
    { kind: 'appointments', count: 2 },
    { kind: 'orders', count: 1 },
  ])
  expect((await sectionsAt('2026-05-05T10:30'))[0]).toMatchObject({ items: [visit, { id: later }] })
  const all = [{ ...visit, serviceId: 'general', minutes: 60, room: 'room:one' }, { id: later }]
  expect((await sectionsAt('2026-05-05T18:00'))[0]).toMatchObject({ kind: 'appointments', items: all })
  const mark = (of: string, state: 'completed' | 'no-show') =>
    database.db.updateTable('appointments').set({ state }).where('id', '=', of).execute()
  await mark(id, 'completed')
  expect((await sectionsAt('2026-05-05T18:00'))[0]).toMatchObject({ kind: 'appointments', items: [{ id: later }] })
  const dayAfter = async () => (await sectionsAt('2026-05-06T08:00')).filter(({ kind }) => kind === 'outcomes')
  expect(await dayAfter()).toMatchObject([{ count: 1, items: [{ id: later }] }])
  await mark(later, 'no-show')
  expect(await dayAfter()).toEqual([])
})

test('unanswered requests come right after the appointments, and disappear once they are answered', async () => {
  const database = await openTestDatabase()
  const id = await book(database, '2026-05-06T10:00')
  const state = (to: 'requested' | 'declined') =>
    database.db.updateTable('appointments').set({ state: to }).where('id', '=', id).execute()
  await state('requested')
  expect((await today(database, at('2026-05-05T07:00'))).sections).toMatchObject([
    { kind: 'requests', count: 1, items: [{ id, name: 'Patient 1', at: at('2026-05-06T10:00') }] },
  ])
  await state('declined')
  expect((await today(database, at('2026-05-05T07:00'))).sections).toEqual([])
})

test('the requested days of a plan are one request, since they are answered together', async () => {
  const database = await openTestDatabase()
  const days = ['2026-05-06T10:00', '2026-05-07T10:00', '2026-05-08T10:00']
  const ids: string[] = []
  for (const day of days) ids.push(await book(database, day))
  await database.db.updateTable('appointments').set({ state: 'requested' }).execute()
  await database.db
    .insertInto('plans')
    .values({ id: 'plan', templateId: 'course', title: 'Course', bookedAt: now })
    .execute()
  await database.db.updateTable('appointments').set({ planId: 'plan' }).where('id', 'in', ids.slice(1)).execute()
  const [requests] = (await today(database, at('2026-05-05T07:00'))).sections
  expect(requests).toMatchObject({ kind: 'requests', count: 2, items: [{ id: ids[0] }, { id: ids[1], planDays: 2 }] })
  expect(listToDo(requests!, { inFull: false }).map(({ text }) => text)).toEqual([
    'P1 requested this time',
    'P1 requested 2 days of a plan',
  ])
})

test('patients with an undelivered email about an appointment are listed to be called', async () => {
  const database = await openTestDatabase()
  await book(database, '2026-05-05T10:00')
  await comeBack(database, 'appointment')
  const undelivered = (await today(database)).sections.find(({ kind }) => kind === 'undelivered')
  expect(undelivered).toMatchObject({
    kind: 'undelivered',
    items: [{ emailKind: 'appointment', about: { name: 'Patient 1', phone: '(205) 555-1001' }, toClinic: false }],
  })
  expect(JSON.stringify(undelivered)).not.toContain('tired')
})

test('an email about a deleted record is still shown', async () => {
  const database = await openTestDatabase()
  await order(database)
  await comeBack(database, 'order-confirmation')
  await database.db.deleteFrom('orders').execute()
  expect((await today(database)).sections).toMatchObject([
    { kind: 'undelivered', items: [{ recipient: maya.email, toClinic: false }] },
  ])
})

test('long lists show a count and the oldest entries', async () => {
  const database = await openTestDatabase()
  for (let index = 0; index < 12; index += 1) await order(database, maya, now + index)
  const [orders] = (await today(database)).sections
  expect(orders).toMatchObject({ kind: 'orders', count: 12 })
  expect(orders?.items.map(({ at }) => at - now)).toEqual([0, 1, 2, 3, 4])
})

test('a post with claims is listed until it is hidden', async () => {
  const database = await openTestDatabase()
  const { feed, hide } = await readClaimingPost(database)
  const sections = async () =>
    (
      await readToday(
        { database, clinic, content: deliveredContent, feed, emailsLeave: true, config, backups: made },
        now,
      )
    ).sections
  const item = { address: '/blog/milk', title: 'Milk', sentences: 1, at: now }
  expect(await sections()).toEqual([{ kind: 'posts', count: 1, items: [item] }])
  await hide(item.address)
  expect(await sections()).toEqual([])
})

test.each([
  ['missed its time', 'late', 'missed'],
  ['was refused', 'refused', 'refused'],
] as const)('a newsletter that %s is a task and a health problem', async (_, pausedWhy, kind) => {
  const database = await openTestDatabase()
  const stopped = { id: 'n', url: 'https://blog.example/a', state: 'paused', pausedWhy } as const
  await database.db
    .insertInto('campaigns')
    .values({ ...stopped, subject: 'Spring', startsAt: now - 1, createdAt: 1 })
    .execute()
  const { sections, health } = await today(database)
  expect(sections).toEqual([{ kind, count: 1, items: [{ id: 'n', title: 'Spring', at: now - 1 }] }])
  expect(isHealthy(health)).toBe(false)
})

test('messages are shown with their first line, oldest first', async () => {
  const database = await openTestDatabase()
  const one = { name: 'Grace Kim', email: 'grace@example.com', handledAt: null }
  for (const n of [1, 2, 3, 4, 5, 6])
    await database.db
      .insertInto('messages')
      .values({ id: `m${n}`, ...one, text: `Question ${n}\n${'x'.repeat(200)}`, sentAt: now - 10 + n })
      .execute()
  const [messages] = (await today(database)).sections
  expect(messages).toMatchObject({ kind: 'messages', count: 6 })
  expect(messages?.items.map((item) => 'id' in item && item.id)).toEqual(['m1', 'm2', 'm3', 'm4', 'm5'])
  expect(messages?.items[0]).toMatchObject({ text: expect.stringMatching(/^Question 1 x{80,}…$/) })
})

test('a tampered audit trail is a task', async () => {
  const database = await openTestDatabase()
  const found = { id: 'last', at: now, count: 0, hmac: '', fault: 'missing', entry: 7 } as const
  await database.db.insertInto('auditVerifications').values(found).execute()
  expect((await today(database)).sections).toEqual([
    { kind: 'audit', count: 1, items: [{ fault: 'missing', entry: 7, at: now }] },
  ])
})

test('email that waits for its server and a failing feed are health problems', async () => {
  const database = await openTestDatabase()
  await order(database)
  const emails = await database.db.selectFrom('emails').select('id').execute()
  await database.transaction(async (tx) => {
    for (const { id } of emails) await recordFailedTry(tx, id, { scope: 'server', detail: 'away' })
    await tx.insertInto('feeds').values({ id: 'feed', readAt: 5, triedAt: 9, failure: 'timeout' }).execute()
  })
  expect((await today(database)).health).toEqual({
    mail: { leaves: true, waiting: 2, since: expect.any(Number), failed: 0, newsletterWaits: false },
    feed: { readAt: 5, failing: true, reason: 'timeout' },
    backup: { madeAt: now, failing: false, onDiskOfData: false },
    alarms: false,
  })
})

async function readClaimingPost(database: Database) {
  const html = '<p>Golden milk cures colds.</p>'
  const feed: FeedReader = {
    id: 'feed',
    bundled: true,
    readFeed: async () => ({ ok: true, items: [{ title: 'Milk', link: '/blog/milk', html }] }),
    fetchPicture: async () => undefined,
  }
  const blog = { ...deps(database), feed }
  await refreshPosts(blog, now)
  return { feed, hide: (address: string) => hidePost(blog, admin, { address, now }) }
}

test('payments that cannot be read are listed, and so is once a number that carriers do not know', async () => {
  const database = await openTestDatabase()
  const failing = { checkedAt: now, failingSince: now - 3_600_000, failure: 'status-403: lacks Charges: Read' }
  await database.db
    .insertInto('paymentHealth')
    .values({ name: 'read', ...failing })
    .execute()
  const text = { kind: 'reminder', record: 'appointment:1', state: 'failed', number: null, text: null } as const
  const failed = { ...text, triedAt: now, endedAt: now, serviceId: null, reason: 'code-30034', checkedAt: now }
  const add = (id: string, more: object = {}) =>
    database.db
      .insertInto('textMessages')
      .values({ ...failed, id, acceptedAt: now - 1_000, settledAt: now, ...more })
      .execute()
  for (const id of ['1', '2', '3']) await add(id)
  const { sections } = await today(database)
  expect(sections).toEqual([
    {
      kind: 'payments',
      count: 1,
      items: [{ name: 'read', at: now - 3_600_000, failure: 'status-403: lacks Charges: Read' }],
    },
    { kind: 'texts', count: 1, items: [{ at: now }] },
  ])
  const items = sections.flatMap((section) => listToDo(section, { inFull: false }))
  expect(items.map(({ text: line }) => line)).toEqual([
    expect.stringContaining('Reason: status-403: lacks Charges: Read'),
    expect.stringContaining('Register it with your service'),
  ])
  // One that arrived later: it is registered now.
  await add('4', { state: 'sent', reason: null, acceptedAt: now })
  expect((await today(database)).sections.map(({ kind }) => kind)).toEqual(['payments'])
})

test('what is low is listed while it is offered, by name', async () => {
  const database = await openTestDatabase()
  const [product, other] = countedItems(listProducts(deliveredContent))
  const rows = [
    { saleItem: product!.id, count: 2, changedAt: now },
    { saleItem: other!.id, count: 4, changedAt: now },
    { saleItem: 'long-gone', count: 0, changedAt: now },
  ]
  await database.db.insertInto('stock').values(rows).execute()
  const item = { id: product!.id, name: product!.name, left: 2, at: now }
  expect((await today(database)).sections).toEqual([{ kind: 'stock', count: 1, items: [item] }])
  const content = withoutEntry('products', productIdOf(product!.id))
  const away = { database, clinic, content, feed: { id: 'feed' }, emailsLeave: true, config, backups: made }
  expect((await readToday(away, now)).sections).toEqual([])
})
