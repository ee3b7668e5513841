import type { Db } from '#app/database/tables.ts'

export type CampaignRecipient = NonNullable<Awaited<ReturnType<typeof findCampaignRecipient>>>

export async function findCampaignRecipient(
  db: Db,
  { campaignId, subscriberId }: { campaignId: string; subscriberId: string },
) {
  const row = await db
    .selectFrom('campaigns')
    .leftJoin('subscribers', (join) => join.on('subscribers.id', '=', subscriberId))
    .select(['campaigns.state', 'campaigns.pausedWhy', 'campaigns.url', 'campaigns.subject', 'campaigns.intro'])
    .select(['subscribers.email', 'subscribers.state as subscriberState'])
    .where('campaigns.id', '=', campaignId)
    .executeTakeFirst()
  return (
    row && {
      state: row.state,
      pausedWhy: row.pausedWhy,
      issue: { url: row.url, subject: row.subject ?? undefined, intro: row.intro ?? undefined },
      subscriber:
        row.email !== null && row.subscriberState !== null
          ? { email: row.email, state: row.subscriberState }
          : undefined,
    }
  )
}
