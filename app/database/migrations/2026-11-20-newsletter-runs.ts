import { sql } from 'kysely'
import type { Migration } from '#app/database/migrate.server.ts'

export const newsletterRuns: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema
    .createTable('campaigns')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('url', text, (column) => column.notNull())
    .addColumn('subject', text)
    .addColumn('intro', text)
    .addColumn('state', text, (column) =>
      column.notNull().check(sql`state in ('draft', 'scheduled', 'sending', 'paused', 'done', 'cancelled')`),
    )
    .addColumn('paused_why', text)
    .addColumn('starts_at', integer)
    .addColumn('run', text)
    .addColumn('gathered_to', text)
    .addColumn('gathered', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('requeue_until', integer)
    .addColumn('recipients', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('sent', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('kept', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('failed', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('left_out', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('uncertain', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('started_at', integer)
    .addColumn('ended_at', integer)
    .execute()
  await tx.schema.createIndex('campaigns_by_time').on('campaigns').columns(['created_at', 'id']).execute()

  await tx.schema
    .createTable('campaign_recipients')
    .addColumn('campaign_id', text, (column) => column.notNull().references('campaigns.id').onDelete('cascade'))
    .addColumn('subscriber_id', text, (column) => column.notNull())
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('message_id', text, (column) => column.notNull())
    .addColumn('state', text, (column) =>
      column.notNull().check(sql`state in ('queued', 'sending', 'sent', 'kept', 'failed', 'left-out')`),
    )
    .addColumn('uncertain', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('interrupted', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('tries', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('next_at', integer, (column) => column.notNull())
    .addColumn('troubled_at', integer)
    .addColumn('by_hand', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('run', text)
    .addColumn('reason', text)
    .addColumn('detail', text)
    .addColumn('changed_at', integer, (column) => column.notNull())
    // Whatever is killed in between, nobody is on the list of one newsletter twice.
    .addPrimaryKeyConstraint('campaign_recipients_key', ['campaign_id', 'subscriber_id'])
    .execute()
  await sql`create index campaign_recipients_due on campaign_recipients (campaign_id, state, next_at)`.execute(tx)
}
