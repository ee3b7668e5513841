import type { Database } from '#app/database/connection.server.ts'
import { recordAct } from '#app/domain/audit/audit.server.ts'
import { countInWindow, findUses } from '#app/domain/limits/limits.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Today shows the failures from this many in a day on. */
const shownFrom = 10

/** Failures for other addresses are counted too, so that the answer takes as long for any address. */
const toKey = (isAdmin: boolean) => `failed-sign-ins:${isAdmin ? 'admin' : 'others'}`

/**
 * Counts a wrong password. For the admin's address, the 1st, 10th, 100th and so on of a day are recorded in the audit
 * trail with their number, so that a flood adds only a handful of entries.
 */
export const recordFailedSignIn = (
  { database, vault }: { database: Database; vault: Vault },
  { isAdmin, now }: { isAdmin: boolean; now: number },
) =>
  database.transaction(async (tx) => {
    const { count } = await countInWindow({ tx }, toKey(isAdmin), dayMs, now)
    if (!isAdmin || !/^10*$/.test(String(count))) return
    const actor = { who: 'program', from: 'here' }
    await recordAct({ tx, vault }, actor, { act: 'admin.sign-in-failed', detail: `${count} within 24 hours` })
  })

/** Failed sign-ins as the admin in the last day, if there are at least ten. `at`: the first of them. */
export async function findFailedAdminSignIns({ db }: Pick<Database, 'db'>, now: number) {
  const uses = await findUses({ db }, toKey(true), dayMs, now)
  return uses && uses.count >= shownFrom ? { tries: uses.count, at: uses.openedAt } : undefined
}
