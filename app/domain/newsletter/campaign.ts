import type { Selectable } from 'kysely'
import type { Tables } from '#app/database/tables.ts'
import { withoutNulls } from '#app/domain/shared/without-nulls.ts'

/** A newsletter, sent to every subscriber: one link with a subject and an introduction, or a text of blocks (`body`). */
export type Campaign = ReturnType<typeof toCampaign>

/** `kept`: stored but not sent. `uncertain` recipients are also counted under their result. */
export type CampaignCounts = Campaign['counts']

export function toCampaign(row: Selectable<Tables['campaigns']>) {
  const { recipients, sent, kept, failed, leftOut, uncertain, gathered, ...campaign } = withoutNulls(row)
  return {
    ...campaign,
    counts: { recipients, sent, kept, failed, leftOut, uncertain },
    /** Whether every recipient has an email by now. */
    gathered: gathered === 1,
  }
}

/** How many recipients have a result. */
export const countProcessed = ({ sent, kept, failed, leftOut }: Omit<CampaignCounts, 'recipients' | 'uncertain'>) =>
  sent + kept + failed + leftOut

/** When a start was missed by more than this, the clinic decides, since the news may be old. */
export const latestStartMs = 12 * 60 * 60 * 1000
