import { sql } from 'kysely'
import type { Migration } from '#app/database/migrate.server.ts'

/** A newsletter is one email of the outbox for each recipient; the ledger of its own moves there. */
export const newsletterEmails: Migration['up'] = async (tx, { text, integer }) => {
  const letters = () => tx.schema.alterTable('letters')
  await letters().addColumn('campaign_id', text).execute()
  await letters().addColumn('subscriber_id', text).execute()
  await letters()
    .addColumn('tries', integer, (column) => column.notNull().defaultTo(0))
    .execute()
  await letters().addColumn('tried_at', integer).execute()
  await letters()
    .addColumn('uncertain', integer, (column) => column.notNull().defaultTo(0))
    .execute()
  await letters()
    .addColumn('retried', integer, (column) => column.notNull().defaultTo(0))
    .execute()
  await letters().addColumn('reason', text).execute()
  await tx.schema
    .alterTable('campaigns')
    .addColumn('enqueued', integer, (column) => column.notNull().defaultTo(0))
    .execute()
  await tx.schema.alterTable('campaigns').addColumn('enqueued_to', text).execute()
  await tx.schema.alterTable('campaigns').dropColumn('run').execute()

  // Those without an answer were on their way when the old release stopped, so they may arrive twice.
  await sql`insert into letters (id, kind, ids, recipient, message_id, state, last_error, created_at, sent_at,
      campaign_id, subscriber_id, tries, tried_at, uncertain, retried, reason)
    select campaign_id || ':' || subscriber_id, 'newsletter',
      '{"campaignId":"' || campaign_id || '","subscriberId":"' || subscriber_id || '"}',
      email, message_id, case when state in ('queued', 'sending') then 'waiting' else state end, detail, changed_at,
      case when state in ('sent', 'kept') then changed_at end,
      campaign_id, subscriber_id, tries, changed_at, case when state = 'sending' then 1 else uncertain end, by_hand, reason
    from campaign_recipients where state <> 'left-out'`.execute(tx)
  await sql`update campaigns set uncertain = uncertain + (select count(*) from campaign_recipients as recipient
    where recipient.campaign_id = campaigns.id and recipient.state = 'sending' and recipient.uncertain = 0)`.execute(tx)
  await tx.schema.dropTable('campaign_recipients').execute()

  // No recipient is on the list of a newsletter twice.
  await sql`create unique index letters_of_campaigns on letters (campaign_id, subscriber_id)
    where campaign_id is not null`.execute(tx)
  await sql`create index letters_of_campaigns_by_state on letters (campaign_id, state, id)
    where campaign_id is not null`.execute(tx)
  // The dashboard's lists and counts are of all other emails, which must not wait behind a hundred thousand of these.
  await tx.schema.dropIndex('letters_by_state').execute()
  await tx.schema.dropIndex('letters_by_time').execute()
  await sql`create index letters_in_trouble on letters (state, trouble)
    where trouble is not null`.execute(tx)
  await sql`create index letters_by_time on letters (state, created_at, id)
    where campaign_id is null`.execute(tx)
}
