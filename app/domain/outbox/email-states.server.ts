import type { Database } from '#app/database/connection.server.ts'
import type { Tables } from '#app/database/tables.ts'

export type EmailState = {
  state: Tables['emails']['state']
  /** The last try failed; there will be more. */
  isRetrying: boolean
  handledAt?: number
  /** What the mail server said to the last try that failed. */
  lastError?: string
}

/** How far these emails are, by id; those that are gone are missing. */
export async function findEmailStates(
  { db }: Pick<Database, 'db'>,
  ids: readonly string[],
): Promise<Map<string, EmailState>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('emails')
    .select(['id', 'state', 'trouble', 'handledAt', 'lastError'])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, state, trouble, handledAt, lastError }) => [
      id,
      {
        state,
        isRetrying: trouble !== null,
        ...(handledAt !== null && { handledAt }),
        ...(lastError !== null && { lastError }),
      },
    ]),
  )
}

/** The Message-IDs of emails that went out, in the order of `ids`. */
export async function findMessageIds({ db }: Pick<Database, 'db'>, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('emails')
    .select(['id', 'messageId'])
    .where('id', 'in', ids)
    .where('state', '=', 'sent')
    .execute()
  const byId = new Map(rows.map(({ id, messageId }) => [id, messageId]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
