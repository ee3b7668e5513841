import type { Database } from '#app/database/connection.server.ts'

export type FailedRecipient = {
  email: string
  uncertain: boolean
  /** 'smtp 550 at RCPT TO' and the like. */
  reason: string
  /** What the mail server said. */
  detail: string
}

/** Who did not get a newsletter and why, by address; at most so many. */
export async function failedRecipients(
  { db }: Pick<Database, 'db'>,
  campaignId: string,
  most: number,
): Promise<FailedRecipient[]> {
  const rows = await db
    .selectFrom('campaign_recipients')
    .select(['email', 'uncertain', 'reason', 'detail'])
    .where('campaign_id', '=', campaignId)
    .where('state', '=', 'failed')
    .orderBy('email')
    .limit(most)
    .execute()
  return rows.map(({ email, uncertain, reason, detail }) => ({
    email,
    uncertain: uncertain === 1,
    reason: reason ?? '',
    detail: detail ?? '',
  }))
}
