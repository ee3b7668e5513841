import { look } from '#tests/support/databases.ts'
import { until } from '#tests/support/timing.ts'
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'

/** An email of a site, once it is in this state. */
export const findEmail = (site: Parameters<typeof look>[0], kind: string, state: 'sent' | 'kept' | 'failed') =>
  until(() =>
    look(site, (db) =>
      db
        .selectFrom('emails')
        .select(['id', 'messageId'])
        .where('kind', '=', kind)
        .where('state', '=', state)
        .executeTakeFirst(),
    ),
  )

const atOnce = 500

/** Adds welcome emails for `count` new subscribers to the outbox of a data folder that no site uses. */
export async function fillOutbox(dataDir: string, count: number) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const database = openDatabase({ file: join(dataDir, 'clinic.db') })
  const queue = createQueue(database)
  await migrate(database, migrations)
  for (let done = 0; done < count; done += atOnce)
    await database.transaction(async (tx) => {
      for (let index = done; index < Math.min(done + atOnce, count); index += 1) {
        const [id, email, now] = [randomUUID(), `reader-${index}@example.com`, Date.now()]
        await tx
          .insertInto('subscribers')
          .values({ id, email, state: 'subscribed', subscriptionDate: now, createdAt: now })
          .execute()
        await sendEmail(
          { tx, queue, mailDomain: 'clinic.example' },
          { kind: 'newsletter-welcome', ids: { subscriberId: id }, recipient: email, limitedAs: undefined },
        )
      }
    })
  await database.close()
}
