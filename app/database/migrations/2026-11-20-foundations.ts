import { sql } from 'kysely'
import type { Migration } from '#app/database/migrate.server.ts'

export const foundations: Migration['up'] = async (tx, { text, integer, bytes }) => {
  await tx.schema
    .createTable('jobs')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('payload', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull().check(sql`state in ('waiting', 'failed')`))
    .addColumn('run_at', integer, (column) => column.notNull())
    .addColumn('attempts', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('leased_until', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('lease', text)
    .addColumn('unique_key', text, (column) => column.unique())
    .addColumn('last_error', text)
    .addColumn('created_at', integer, (column) => column.notNull())
    .execute()
  await tx.schema.createIndex('jobs_due').on('jobs').columns(['state', 'run_at']).execute()

  await tx.schema
    .createTable('letters')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('ids', text, (column) => column.notNull())
    .addColumn('recipient', text, (column) => column.notNull())
    .addColumn('message_id', text, (column) => column.notNull().unique())
    .addColumn('state', text, (column) => column.notNull().check(sql`state in ('waiting', 'sent', 'kept', 'failed')`))
    .addColumn('subject', text)
    .addColumn('raw', bytes)
    .addColumn('last_error', text)
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('sent_at', integer)
    .execute()

  await tx.schema
    .createTable('subscribers')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('email', text, (column) => column.notNull().unique())
    .addColumn('state', text, (column) => column.notNull().check(sql`state in ('subscribed', 'unsubscribed')`))
    .addColumn('subscription_date', integer)
    .addColumn('created_at', integer, (column) => column.notNull())
    .execute()

  await tx.schema
    .createTable('limits')
    .addColumn('key', text, (column) => column.primaryKey())
    .addColumn('window_start', integer, (column) => column.notNull())
    .addColumn('count', integer, (column) => column.notNull())
    .execute()

  await tx.schema
    .createTable('feeds')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('read_at', integer)
    .addColumn('tried_at', integer, (column) => column.notNull())
    .addColumn('failure', text)
    .execute()

  await tx.schema
    .createTable('blog_pictures')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('media_type', text, (column) => column.notNull())
    .addColumn('bytes', bytes, (column) => column.notNull())
    .execute()

  await tx.schema
    .createTable('blog_posts')
    .addColumn('feed_id', text, (column) => column.notNull().references('feeds.id').onDelete('cascade'))
    .addColumn('position', integer, (column) => column.notNull())
    .addColumn('slug', text, (column) => column.notNull())
    .addColumn('title', text, (column) => column.notNull())
    .addColumn('url', text, (column) => column.notNull())
    .addColumn('published_at', integer)
    .addColumn('excerpt', text, (column) => column.notNull())
    .addColumn('html', text)
    .addColumn('picture_source', text)
    .addColumn('picture_id', text, (column) => column.references('blog_pictures.id').onDelete('set null'))
    .addPrimaryKeyConstraint('blog_posts_key', ['feed_id', 'position'])
    .addUniqueConstraint('blog_posts_slug', ['feed_id', 'slug'])
    .execute()

  await tx.schema
    .createTable('page_purges')
    .addColumn('topic', text, (column) => column.primaryKey())
    .addColumn('count', integer, (column) => column.notNull())
    .execute()

  await tx.schema
    .createTable('secret_fingerprints')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('fingerprint', text, (column) => column.notNull())
    .execute()
}
