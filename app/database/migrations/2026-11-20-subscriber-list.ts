import { sql } from 'kysely'
import { sortBytewise } from '#app/database/dialect.server.ts'
import type { Migration } from '#app/database/migrate.server.ts'

/** The list of subscribers stays fast with a million of them: an index for each of its orders, and totals kept ready. */
export const subscriberList: Migration['up'] = async (tx, { text, integer }, kind) => {
  await sortBytewise(kind, tx, 'subscribers', 'email')
  // Each begins with the state: whoever asks for all states merges their pages, and three indexes do for six.
  await tx.schema.createIndex('subscribers_by_time').on('subscribers').columns(['state', 'created_at', 'id']).execute()
  await tx.schema.createIndex('subscribers_by_address').on('subscribers').columns(['state', 'email']).execute()
  // The same expression stands in domain/newsletter/subscriber-orders.server.ts.
  await sql`create index subscribers_by_domain on subscribers
    (state, (substr(email, length(rtrim(email, replace(email, '@', ''))) + 1)), email)`.execute(tx)

  await tx.schema
    .createTable('subscriber_counts')
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('share', integer, (column) => column.notNull())
    .addColumn('count', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('subscriber_counts_key', ['state', 'share'])
    .execute()
  await sql`insert into subscriber_counts (state, share, count)
    select state, 0, count(*) from subscribers group by state`.execute(tx)

  await tx.schema
    .createTable('deleted_subscribers')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('subscription_date', integer)
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('deleted_at', integer, (column) => column.notNull())
    .execute()
  await tx.schema.createIndex('deleted_subscribers_by_time').on('deleted_subscribers').column('deleted_at').execute()
}
