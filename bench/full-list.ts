import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { insertSubscribers } from '#app/domain/newsletter/subscriber-rows.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'

const atOnce = 500

/** Fills a data folder, on which no site runs, with subscribers and a newsletter to them as after 'Send now'. */
export async function fillList(dataDir: string, count: number) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const database = openDatabase({ file: join(dataDir, 'clinic.db') })
  await migrate(database, migrations)
  const now = Date.now()
  for (let done = 0; done < count; done += atOnce)
    await database.transaction((tx) =>
      insertSubscribers(
        tx,
        Array.from({ length: Math.min(atOnce, count - done) }, (_, index) => ({
          id: randomUUID(),
          email: `reader-${done + index}@example.com`,
          state: 'subscribed' as const,
          subscriptionDate: now,
          createdAt: now,
        })),
      ),
    )
  await database.transaction(async (tx) => {
    const id = randomUUID()
    await tx
      .insertInto('campaigns')
      .values({
        id,
        url: 'https://www.clinic.example/blog/ginger-tea-for-cold-evenings',
        subject: 'Ginger tea for cold evenings',
        intro: 'Dear readers,\nthe evenings are getting long. Here is what we drink in November.',
        state: 'sending',
        createdAt: now,
        startedAt: now,
      })
      .execute()
    await createQueue(database).ensure(tx, 'send-newsletter', { campaignId: id }, { id })
  })
  await database.close()
}
