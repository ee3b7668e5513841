import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Act, type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { besideSite } from './databases.ts'
import type { SiteProcess } from './site-process.ts'
import { testVault } from './vault.ts'

/** Records acts in the database of a running site, with its own secrets, as a command beside it does. */
export async function recordActs(
  site: Pick<SiteProcess, 'dataDir'> & { settings: Record<string, string> },
  acts: Act[],
  actor: Actor = { who: 'operator', from: 'here' },
) {
  const key = site.settings.ENCRYPTION_KEY ?? readFileSync(join(site.dataDir, 'encryption-key'), 'utf8').trim()
  await besideSite(site, async (database) => {
    const vault = testVault(database, key)
    for (const act of acts) await database.transaction((tx) => recordAct({ tx, vault }, actor, act))
  })
}
