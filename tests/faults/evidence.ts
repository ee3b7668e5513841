import type { Database } from '#app/database/connection.server.ts'
import type { Mail } from './mailbox.ts'
import type { Answered } from './visitors.ts'

/** Something a visitor sent, as it is stored. */
export type Stored = { form: string; id: string; email: string }

export type StoredLetter = { kind: string; causeId: string; messageId: string; recipient: string; state: string }

/** What was said, what is stored, and what was mailed. */
export type Evidence = {
  answered: Answered[]
  stored: Stored[]
  letters: StoredLetter[]
  mails: Mail[]
  /** When a server was killed or the mail server went down. */
  interruptions: number[]
}

/** Everything that visitors made the database hold. */
export async function readStored({ db }: Pick<Database, 'db'>): Promise<Pick<Evidence, 'stored' | 'letters'>> {
  const subscribers = await db.selectFrom('subscribers').select(['id', 'email']).execute()
  const messages = await db.selectFrom('messages').select(['id', 'email']).execute()
  const orders = await db.selectFrom('orders').select(['id', 'email']).execute()
  const letters = await db.selectFrom('letters').select(['kind', 'ids', 'message_id', 'recipient', 'state']).execute()
  const of = (form: string) => (row: { id: string; email: string }) => ({ form, ...row })
  return {
    stored: [...subscribers.map(of('newsletter')), ...messages.map(of('contact')), ...orders.map(of('order'))],
    letters: letters.map(({ kind, ids, message_id: messageId, recipient, state }) => ({
      kind,
      // Each of these letters is about one thing, and its ids are that one.
      causeId: Object.values<string>(JSON.parse(ids)).join(' '),
      messageId,
      recipient,
      state,
    })),
  }
}

/** Nothing is left to be sent. */
export async function isDrained({ db }: Pick<Database, 'db'>) {
  const waiting = await db.selectFrom('letters').select('id').where('state', '=', 'waiting').limit(1).execute()
  const jobs = await db.selectFrom('jobs').select('id').where('kind', '=', 'send-letter').limit(1).execute()
  return waiting.length === 0 && jobs.length === 0
}
