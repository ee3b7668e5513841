import type { Db } from '#app/database/tables.ts'
import { withoutNulls } from '#app/domain/shared/without-nulls.ts'

export type CampaignRecipient = NonNullable<Awaited<ReturnType<typeof findCampaignRecipient>>>

export async function findCampaignRecipient(
  db: Db,
  { campaignId, subscriberId }: { campaignId: string; subscriberId: string },
) {
  const row = await db
    .selectFrom('campaigns')
    .leftJoin('subscribers', (join) => join.on('subscribers.id', '=', subscriberId))
    .select(['campaigns.state', 'campaigns.pausedWhy', 'campaigns.url', 'campaigns.subject', 'campaigns.intro'])
    .select('campaigns.sentBody')
    .select(['subscribers.email', 'subscribers.state as subscriberState'])
    .where('campaigns.id', '=', campaignId)
    .executeTakeFirst()
  if (!row) return undefined
  const { state, pausedWhy, url, subject, intro, sentBody, email, subscriberState } = withoutNulls(row)
  const subscriber = email && subscriberState ? { email, state: subscriberState } : undefined
  return { state, pausedWhy, issue: { url, subject, intro, sentBody }, subscriber }
}
