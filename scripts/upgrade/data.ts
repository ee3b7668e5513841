import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { type Config, readConfig } from '../../app/config.server.ts'
import { makeBackup } from '../../app/database/backups/make-backup.server.ts'
import { type Database, openDatabase } from '../../app/database/connection.server.ts'
import { databasePlace } from '../../app/services.server.ts'
import { createFileSealing } from '../../app/vault/sealed-file.server.ts'
import { checkFingerprints, loadSecrets } from '../../app/vault/secrets.server.ts'
import { giveUpFor } from '../open-for-command.ts'
import { loadSettings } from '../place.ts'
import type { DataAnswers } from './release-data.ts'

// What an upgrade asks of the data, in a process that may run as their owner: `look [SINCE]` or `save`. It changes no
// table, works with a database of any version, and answers with a line of JSON.

try {
  loadSettings()
  const [act, since] = process.argv.slice(2)
  const config = readConfig(process.env)
  console.log(JSON.stringify(act === 'save' ? await save(config) : await look(config, Number(since ?? Number.NaN))))
} catch (error) {
  giveUpFor(error)
}

async function look(config: Config, since: number): Promise<DataAnswers['look']> {
  return withDatabase(config, { migrations: [], since: {} }, async ({ kind, db }): Promise<DataAnswers['look']> => {
    const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
    const migrations = rows.map(({ name }) => name)
    if (Number.isNaN(since)) return { migrations, since: {} }
    const count = async (table: string, column: string, from: number | string | Date = since) => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}
        where ${sql.ref(column)} > ${from}`.execute(db)
      return Number(rows[0]?.count)
    }
    const date = new Date(since)
    return {
      migrations,
      since: {
        appointments: await count('appointments', 'booked_at'),
        orders: await count('orders', 'placed_at'),
        messages: await count('messages', 'sent_at'),
        subscribers: await count('subscribers', 'created_at'),
        accounts: await count('users', 'created_at', kind === 'sqlite' ? date.toISOString() : date),
        'acts of the admin': await count('audit_entries', 'at'),
      },
    }
  })
}

async function save(config: Config): Promise<DataAnswers['save']> {
  const key = await withDatabase(config, undefined, (database) =>
    checkFingerprints(database, loadSecrets(config.secrets, config.dataDir)),
  )
  if (!key) return {}
  const deps = { place: databasePlace(config), ...config.backups, sealing: createFileSealing(async () => [key]) }
  const { file, takenAt } = await makeBackup(deps, { now: Date.now() })
  return { file, takenAt }
}

/** Without a database there is nothing to look at, and none is made. */
async function withDatabase<Answer>(config: Config, none: Answer, work: (database: Database) => Promise<Answer>) {
  const place = databasePlace(config)
  if ('file' in place && !existsSync(place.file)) return none
  const database = openDatabase(place)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
