import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#app/database/connection.server.ts'
import { type Act, type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { SiteProcess } from './site-process.ts'
import { testVault } from './vault.ts'

/** Records acts in the database of a running site, with its own secrets, as a command beside it does. */
export async function recordActs(
  site: SiteProcess & { settings: Record<string, string> },
  acts: Act[],
  actor: Actor = { who: 'operator', from: 'here' },
) {
  const { DATABASE_URL: url, ENCRYPTION_KEY } = site.settings
  const database = openDatabase(url ? { url } : { file: join(site.dataDir, 'clinic.db') })
  const key = ENCRYPTION_KEY ?? readFileSync(join(site.dataDir, 'encryption-key'), 'utf8').trim()
  const vault = testVault(database, key)
  for (const act of acts) await database.transaction((tx) => recordAct({ tx, vault }, actor, act))
  await database.close()
}
