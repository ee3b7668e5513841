import { createHash, randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Database, openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Puts an empty database with its schema into a data folder. That a first start makes everything itself is proved by the
 * tests that start with a folder of their own.
 */
export async function prepareDatabase(dataDir: string) {
  const copy = join(dataDir, 'clinic.db')
  copyFileSync(await preparedFile(), copy)
  const database = openDatabase({ file: copy })
  await asJustMade(database)
  await database.close()
}

/** An empty database with its schema, migrated once for all tests. */
export async function preparedFile() {
  const folder = join(root, 'node_modules', '.cache', 'prepared')
  const file = join(folder, `${fingerprint()}.db`)
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    // Others may prepare it at the same moment.
    const mine = join(folder, `${randomBytes(6).toString('hex')}.db`)
    const database = openDatabase({ file: mine })
    await migrate(database, migrations)
    await database.close()
    renameSync(mine, file)
  }
  return file
}

/** Of all that makes the schema. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const name of globSync('app/database/{*.ts,migrations/*.ts}', { cwd: root }).sort())
    hash.update(name).update(readFileSync(join(root, name)))
  return hash.digest('hex').slice(0, 16)
}

/**
 * Nothing is due by the clock while a site of a test runs on this database, whenever it was made and whatever time it
 * is: a first backup is due ten minutes after its database was made, and the morning email at 7 am.
 */
export async function asJustMade({ db }: Pick<Database, 'db'>) {
  const now = Date.now()
  const today = clinicDate(now, clinicTimeZone)
  const days = [0, 1].map((days) => ({ day: today.add({ days }).toString(), acceptedAt: now }))
  await db.updateTable('backupState').set({ since: now }).execute()
  await db.insertInto('todayEmails').values(days).execute()
}
