import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { type Access, toAccess } from './find-access.server.ts'

type Member = { accountId: string; since: number; feedVersion: number }

/** `since` makes the link of somebody who left and came back another one. */
const toPayload = ({ accountId, since, feedVersion }: Member) => `${accountId}.${since}.${feedVersion}`

const selectMember = ({ db }: Pick<Database, 'db'>, accountId: string) =>
  db
    .selectFrom('staff')
    .select(['accountId', 'since', 'feedVersion', 'role', 'person'])
    .where('accountId', '=', accountId)
    .executeTakeFirst()

/** What the link of a member's own calendar feed signs. It ends with their access, and when they renew it. */
export async function staffFeedPayload(database: Pick<Database, 'db'>, accountId: string) {
  const member = await selectMember(database, accountId)
  return member && toPayload(member)
}

/** Whose feed it is, as long as the link counts. */
export async function findFeedAccess(database: Pick<Database, 'db'>, payload: string): Promise<Access | undefined> {
  const [accountId = ''] = payload.split('.')
  const member = await selectMember(database, accountId)
  return member && toPayload(member) === payload ? toAccess(member) : undefined
}

export async function renewStaffFeed(
  { database, vault }: { database: Pick<Database, 'transaction'>; vault: Vault },
  actor: Actor,
) {
  await database.transaction(async (tx) => {
    await tx
      .updateTable('staff')
      .set({ feedVersion: sql<number>`feed_version + 1` })
      .where('accountId', '=', actor.who)
      .execute()
    await recordAct({ tx, vault }, actor, { act: 'calendar.renewed', record: `staff:${actor.who}` })
  })
}

/** A feed may have been renewed after the backup, so the next version could be one that was revoked. */
export const renewStaffFeedsAfterRestore = (tx: Tx, now: number) =>
  tx.updateTable('staff').set({ feedVersion: now }).execute()
