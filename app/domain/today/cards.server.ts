import type { Database } from '#app/database/connection.server.ts'
import { type Act, type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'

// What Today suggests until it is done or put off.

export type Card = 'second-factor' | 'setup'

const weekMs = 7 * 24 * 60 * 60 * 1000

type Deps = { database: Database; vault: Vault }

/** The cards that are put off, for every device. */
export async function listPutOffCards({ db }: Pick<Database, 'db'>, now: number): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('putOffCards').select('card').where('until', '>', now).execute()
  return new Set(rows.map(({ card }) => card))
}

export const postponeSecondFactor = (deps: Deps, actor: Actor, now: number) =>
  putOff(deps, actor, { card: 'second-factor', until: now + weekMs }, { act: 'admin.card-put-off' })

/** For good, also if a step is undone later. */
export const putSetupAway = (deps: Deps, actor: Actor) =>
  putOff(deps, actor, { card: 'setup', until: Number.MAX_SAFE_INTEGER }, { act: 'admin.setup-put-away' })

/** Undoes `putSetupAway`. Repeating it does nothing. */
export const bringSetupBack = ({ database, vault }: Deps, actor: Actor) =>
  database.transaction(async (tx) => {
    const back = await tx
      .deleteFrom('putOffCards')
      .where('card', '=', 'setup' satisfies Card)
      .returning('card')
      .executeTakeFirst()
    if (back) await recordAct({ tx, vault }, actor, { act: 'admin.setup-brought-back' })
  })

const putOff = ({ database, vault }: Deps, actor: Actor, { card, until }: { card: Card; until: number }, act: Act) =>
  database.transaction(async (tx) => {
    await tx
      .insertInto('putOffCards')
      .values({ card, until })
      .onConflict((conflict) => conflict.column('card').doUpdateSet({ until }))
      .execute()
    await recordAct({ tx, vault }, actor, act)
  })
