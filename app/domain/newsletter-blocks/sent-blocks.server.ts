import type { Database } from '#app/database/connection.server.ts'
import type { Campaign } from '#app/domain/newsletter/campaign.ts'
import { findCampaign } from '#app/domain/newsletter/campaigns.server.ts'
import type { NewsletterBlock } from './newsletter-block.ts'
import { type BlocksDeps, resolveBlocks } from './resolve-blocks.server.ts'

/** The blocks of a newsletter, as they were sent, or as they would be sent now; undefined for a newsletter of one link. */
export async function readBlocks(
  deps: BlocksDeps,
  { body, sentBody }: Pick<Campaign, 'body' | 'sentBody'>,
  now: number,
): Promise<NewsletterBlock[] | undefined> {
  if (sentBody !== undefined) return parseSentBlocks(sentBody)
  return body === undefined ? undefined : resolveBlocks(deps, body, now)
}

/** Only this program writes it. */
export const parseSentBlocks = (sentBody: string) => JSON.parse(sentBody) as NewsletterBlock[]

/** Call before the first email of a newsletter: all readers, and its page in the archive, get the same. */
export async function keepSentBlocks(deps: BlocksDeps & { database: Database }, campaignId: string, now: number) {
  const campaign = await findCampaign(deps.database, campaignId)
  if (campaign?.state !== 'sending' || campaign.body === undefined || campaign.sentBody !== undefined) return
  const blocks = await resolveBlocks(deps, campaign.body, now)
  await deps.database.transaction((tx) =>
    tx
      .updateTable('campaigns')
      .set({ sentBody: JSON.stringify(blocks) })
      .where('id', '=', campaignId)
      // Another process may have been first.
      .where('sentBody', 'is', null)
      .execute(),
  )
}

/** Newsletters that show a picture of the library. */
export const findNewslettersWith = ({ db }: Pick<Database, 'db'>, pictureId: string) =>
  db
    .selectFrom('campaigns')
    .select(['id', 'subject'])
    .where(({ or, eb }) =>
      or([eb('body', 'like', `%picture:${pictureId}%`), eb('sentBody', 'like', `%/pictures/${pictureId}/%`)]),
    )
    .orderBy('createdAt', 'desc')
    .execute()
