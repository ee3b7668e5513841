import { expect, test } from 'vitest'
import { deleteOldMessages } from '#app/domain/contact/message-retention.server.ts'
import { deleteOldOrderNotes } from '#app/domain/orders/note-retention.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

const day = 86_400_000
const now = Date.UTC(2026, 10, 22)
const config = { messageRetentionDays: 1095, healthRetentionDays: 1095 }

async function withMessages() {
  const database = await openTestDatabase()
  const at = { 'just in time': now - 1095 * day, 'too old': now - 1095 * day - 1 }
  const who = { name: 'Maya', email: 'maya@example.com', handledAt: null }
  for (const [id, sentAt] of Object.entries(at)) {
    await database.db
      .insertInto('messages')
      .values({ id, text: 'Hello', sentAt, ...who })
      .execute()
    await database.db
      .insertInto('emails')
      .values({
        id: `email about ${id}`,
        kind: 'contact-message',
        ids: JSON.stringify({ contactMessageId: id }),
        recipient: 'hello@clinic.example',
        messageId: `<${id}>`,
        state: 'sent',
        createdAt: sentAt,
      })
      .execute()
  }
  const reply = { id: 'reply', messageId: 'too old', text: 'Yes', emailId: 'reply', sentBy: 'account', sentAt: now }
  await database.db.insertInto('messageReplies').values(reply).execute()
  const ids = async () => [
    ...(await database.db.selectFrom('messages').select('id').execute()).map(({ id }) => id),
    ...(await database.db.selectFrom('messageReplies').select('id').execute()).map(({ id }) => id),
    ...(await database.db.selectFrom('emails').select('id').execute()).map(({ id }) => id),
  ]
  return { database, ids }
}

test('old messages are deleted together with their replies and their emails to the clinic', async () => {
  const { database, ids } = await withMessages()
  await deleteOldMessages({ database, config }, now)
  expect(await ids()).toEqual(['just in time', 'email about just in time'])
})

test('MESSAGE_RETENTION_DAYS=0 disables the deletion of messages', async () => {
  const { database, ids } = await withMessages()
  await deleteOldMessages({ database, config: { messageRetentionDays: 0 } }, now + 10_000 * day)
  expect(await ids()).toHaveLength(5)
})

test('an order’s note is deleted as long after its last change as a health answer after the last appointment', async () => {
  const { database } = await openOrders()
  await deleteOldOrderNotes({ database, config }, now)
  const notes = await database.db.selectFrom('orders').select(['id', 'note', 'name']).orderBy('id').execute()
  expect(notes).toEqual([
    { id: 'changed since', note: 'My knee hurts.', name: 'Maya' },
    { id: 'old', note: null, name: 'Maya' },
    { id: 'young', note: 'My knee hurts.', name: 'Maya' },
  ])
})

async function openOrders() {
  const database = await openTestDatabase()
  const old = now - 1095 * day - 1
  const placed = { old, young: now - 1095 * day, 'changed since': old }
  const order = { status: 'completed', name: 'Maya', email: 'maya@example.com', phone: null, totalCents: 1 } as const
  for (const [id, placedAt] of Object.entries(placed))
    await database.db
      .insertInto('orders')
      .values({ id, number: id, cartId: id, placedAt, note: 'My knee hurts.', ...order })
      .execute()
  await database.db
    .insertInto('orderChanges')
    .values({ id: 'c', orderId: 'changed since', status: 'completed', changedAt: now - day, told: 0 })
    .execute()
  return { database }
}
