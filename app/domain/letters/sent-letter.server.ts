import type { Database } from '#app/database/connection.server.ts'
import type { Campaign } from '#app/domain/newsletter/campaign.ts'
import { findCampaign } from '#app/domain/newsletter/campaigns.server.ts'
import type { LetterBlock } from './letter.ts'
import { type LetterDeps, resolveLetter } from './resolve-letter.server.ts'

/** The blocks of a letter, as they were sent, or as they would be sent now; undefined for a newsletter of one link. */
export async function readLetter(
  deps: LetterDeps,
  { body, sentBody }: Pick<Campaign, 'body' | 'sentBody'>,
  now: number,
): Promise<LetterBlock[] | undefined> {
  if (sentBody !== undefined) return parseSentLetter(sentBody)
  return body === undefined ? undefined : resolveLetter(deps, body, now)
}

/** Only this program writes it. */
export const parseSentLetter = (sentBody: string) => JSON.parse(sentBody) as LetterBlock[]

/** Call before the first email of a newsletter: all readers, and its page in the archive, get the same. */
export async function keepSentLetter(deps: LetterDeps & { database: Database }, campaignId: string, now: number) {
  const campaign = await findCampaign(deps.database, campaignId)
  if (campaign?.state !== 'sending' || campaign.body === undefined || campaign.sentBody !== undefined) return
  const blocks = await resolveLetter(deps, campaign.body, now)
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

/** Letters that show a picture of the library. */
export const findLettersWith = ({ db }: Pick<Database, 'db'>, pictureId: string) =>
  db
    .selectFrom('campaigns')
    .select(['id', 'subject'])
    .where(({ or, eb }) =>
      or([eb('body', 'like', `%picture:${pictureId}%`), eb('sentBody', 'like', `%/pictures/${pictureId}/%`)]),
    )
    .orderBy('createdAt', 'desc')
    .execute()
