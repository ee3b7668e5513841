import { randomUUID } from 'node:crypto'
import { isBusy } from '#app/database/dialect.server.ts'
import type { Db } from '#app/database/tables.ts'
import { insertSubscribers, type SubscriberRow } from '#app/domain/newsletter/subscriber-rows.server.ts'
import { until } from './until.ts'

type Row = Partial<SubscriberRow> & { email: string }

/** Puts subscribers on the list of a site, the first one newest, and their totals with them. */
export async function listSubscribers(db: Db, rows: Row[]) {
  const now = Date.now()
  const full = rows.map((row, index) => ({
    id: randomUUID(),
    state: 'subscribed' as const,
    subscription_date: null,
    created_at: now - index * 1_000,
    ...row,
  }))
  // The running site may be writing at this moment, and SQLite's refusal is no reason to fail.
  await until(() =>
    db
      .transaction()
      .execute(async (tx) => {
        for (let done = 0; done < full.length; done += 500) await insertSubscribers(tx, full.slice(done, done + 500))
        return true
      })
      .catch((error: unknown) => {
        if (!isBusy(error)) throw error
        return undefined
      }),
  )
}

/** As if nobody had ever subscribed, for tests that share a site one after the other. */
export async function emptySubscriberList(db: Db) {
  for (const table of ['subscribers', 'subscriber_counts', 'deleted_subscribers'] as const)
    await db.deleteFrom(table).execute()
}
