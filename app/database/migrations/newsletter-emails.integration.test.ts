import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrationsBefore, newPlace } from '#tests/support/test-database.ts'
import { migrations } from './all.ts'

test('the ledger of a running newsletter becomes its emails, and emails in flight are marked as uncertain', async () => {
  const database = openDatabase(await newPlace())
  onTestFinished(() => database.close())
  await migrate(database, migrationsBefore('2026-11-23-newsletter-emails'))
  const { db } = database
  await sql`insert into campaigns (id, url, state, created_at, gathered, recipients, sent, failed, left_out)
    values ('n1', 'https://clinic.example/', 'sending', 1, 1, 5, 1, 1, 1)`.execute(db)
  for (const [index, state] of ['queued', 'sending', 'sent', 'failed', 'left-out'].entries())
    await sql`insert into campaign_recipients
        (campaign_id, subscriber_id, email, message_id, state, tries, next_at, reason, detail, changed_at)
      values ('n1', ${`s${index}`}, ${`${state}@example.com`}, ${`<${index}@clinic>`}, ${state}, ${index}, 0,
        ${state === 'failed' ? 'smtp 550' : null}, ${state === 'failed' ? 'no mailbox' : null}, 7)`.execute(db)

  await migrate(database, migrations)

  const emails = await db.selectFrom('emails').selectAll().orderBy('subscriberId').execute()
  expect(emails.map(({ state, uncertain, messageId }) => [state, uncertain, messageId])).toEqual([
    ['waiting', 0, '<0@clinic>'],
    ['waiting', 1, '<1@clinic>'],
    ['sent', 0, '<2@clinic>'],
    ['failed', 0, '<3@clinic>'],
  ])
  expect(emails[3]).toMatchObject({ reason: 'smtp 550', lastError: 'no mailbox', tries: 3, triedAt: 7 })
  expect(JSON.parse(emails[0]!.ids)).toEqual({ campaignId: 'n1', subscriberId: 's0' })
  expect(await db.selectFrom('campaigns').select(['uncertain', 'enqueued']).executeTakeFirst()).toEqual({
    uncertain: 1,
    enqueued: 0,
  })
})
