import type { Selectable } from 'kysely'
import type { Tables } from '#app/database/tables.ts'

type Row = Selectable<Tables['campaigns']>
export type CampaignState = Row['state']
export type PausedWhy = NonNullable<Row['pausedWhy']>

/** A newsletter: one link with a subject and a few words, sent to everybody on the list. */
export type Campaign = {
  id: string
  url: string
  subject: string | undefined
  intro: string | undefined
  state: CampaignState
  pausedWhy: PausedWhy | undefined
  /** Whether the list of recipients is complete. */
  gathered: boolean
  counts: CampaignCounts
  startsAt: number | undefined
  createdAt: number
  startedAt: number | undefined
  endedAt: number | undefined
}

/** `uncertain` ones are also counted where they ended; everybody else is in one of the others, or still to come. */
export type CampaignCounts = {
  recipients: number
  sent: number
  /** Written but not sent, since nothing leaves the house. */
  kept: number
  failed: number
  leftOut: number
  uncertain: number
}

/** How many have their result. */
export const settledOf = ({ sent, kept, failed, leftOut }: Omit<CampaignCounts, 'recipients' | 'uncertain'>) =>
  sent + kept + failed + leftOut

/** A start missed by more than this is for a person to decide: the news may be none any more. */
export const latestStartMs = 12 * 60 * 60 * 1000
