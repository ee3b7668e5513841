import type { Database } from '#app/database/connection.server.ts'

/**
 * What keeps a newsletter that waits for the mail server, in the server's words; undefined when none does. One that is
 * just trying again waits for it too.
 */
export async function whyNewsletterWaits({ db }: Pick<Database, 'db'>) {
  const newest = await db
    .selectFrom('campaigns')
    .innerJoin('campaign_recipients as recipient', 'recipient.campaign_id', 'campaigns.id')
    .select('recipient.detail')
    .where((where) =>
      where.or([
        where('campaigns.state', '=', 'sending'),
        where.and([where('campaigns.state', '=', 'paused'), where('campaigns.paused_why', '=', 'mail-server')]),
      ]),
    )
    .where('recipient.state', '=', 'queued')
    .where('recipient.troubled_at', 'is not', null)
    .orderBy('recipient.changed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest && { reason: newest.detail ?? 'no reason was given' }
}
