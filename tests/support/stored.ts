import type { Database } from '#app/database/connection.server.ts'

/** Something a visitor sent with one of the public forms, as it is stored. */
export type Stored = { form: string; id: string; email: string }

/** A letter with the id of what it is about. */
export type StoredLetter = { kind: string; causeId: string; messageId: string; recipient: string; state: string }

/** Everything that visitors made the database hold. */
export async function readStored({ db }: Pick<Database, 'db'>): Promise<{ stored: Stored[]; letters: StoredLetter[] }> {
  const subscribers = await db.selectFrom('subscribers').select(['id', 'email']).execute()
  const messages = await db.selectFrom('messages').select(['id', 'email']).execute()
  const orders = await db.selectFrom('orders').select(['id', 'email']).execute()
  const letters = await db.selectFrom('letters').select(['kind', 'ids', 'message_id', 'recipient', 'state']).execute()
  const sentWith = (form: string) => (row: { id: string; email: string }) => ({ form, ...row })
  return {
    stored: [
      ...subscribers.map(sentWith('newsletter')),
      ...messages.map(sentWith('contact')),
      ...orders.map(sentWith('order')),
    ],
    letters: letters.map(({ kind, ids, message_id: messageId, recipient, state }) => ({
      kind,
      // Each of these letters is about one thing, so its ids are one id.
      causeId: Object.values<string>(JSON.parse(ids)).join(' '),
      messageId,
      recipient,
      state,
    })),
  }
}
