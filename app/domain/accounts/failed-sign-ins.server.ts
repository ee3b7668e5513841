import type { Database } from '#app/database/connection.server.ts'
import { recordAct } from '#app/domain/audit/audit.server.ts'
import { countInWindow, findUses } from '#app/domain/limits/limits.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'

const dayMs = 24 * 60 * 60 * 1000
/** From so many a day on Today shows them. */
const shownFrom = 10

/** Everybody else's are counted too, so that an answer takes as long for any address. */
const keyOf = (isAdmin: boolean) => `failed-sign-ins:${isAdmin ? 'admin' : 'others'}`

/**
 * Counts a wrong password. Of the admin's, the 1st, 10th, 100th and so on of a day are in the audit trail with their
 * number, so that a flood of them adds a handful of entries. They name nobody.
 */
export const recordFailedSignIn = (
  { database, vault }: { database: Database; vault: Vault },
  { isAdmin, now }: { isAdmin: boolean; now: number },
) =>
  database.transaction(async (tx) => {
    const { count } = await countInWindow({ tx }, keyOf(isAdmin), dayMs, now)
    if (!isAdmin || !/^10*$/.test(String(count))) return
    const actor = { who: 'program', from: 'here' }
    await recordAct({ tx, vault }, actor, { act: 'admin.sign-in-failed', detail: `${count} within 24 hours` })
  })

/** How often somebody failed to sign in as the admin, from ten a day on. `at`: the first of them. */
export async function findFailedAdminSignIns({ db }: Pick<Database, 'db'>, now: number) {
  const uses = await findUses({ db }, keyOf(true), dayMs, now)
  return uses && uses.count >= shownFrom ? { tries: uses.count, at: uses.openedAt } : undefined
}
