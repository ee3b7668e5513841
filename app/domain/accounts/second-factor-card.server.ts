import type { Database } from '#app/database/connection.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'

const card = 'second-factor'
const weekMs = 7 * 24 * 60 * 60 * 1000

/** Whether Today suggests two-factor authentication to an admin without it. */
export async function suggestsSecondFactor({ db }: Pick<Database, 'db'>, now: number) {
  const row = await db.selectFrom('putOffCards').select('until').where('card', '=', card).executeTakeFirst()
  return !row || row.until <= now
}

export async function postponeSecondFactor(
  { database, vault }: { database: Database; vault: Vault },
  actor: Actor,
  now: number,
) {
  const until = now + weekMs
  await database.transaction(async (tx) => {
    await tx
      .insertInto('putOffCards')
      .values({ card, until })
      .onConflict((conflict) => conflict.column('card').doUpdateSet({ until }))
      .execute()
    await recordAct({ tx, vault }, actor, { act: 'admin.card-put-off' })
  })
}
