import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { type Config, readConfig } from '../../app/config.server.ts'
import { makeBackup } from '../../app/database/backups/make-backup.server.ts'
import { type Database, openDatabase } from '../../app/database/connection.server.ts'
import { listMigrations } from '../../app/database/migrate.server.ts'
import { createFileSealing } from '../../app/vault/sealed-file.server.ts'
import { checkFingerprints, loadSecrets } from '../../app/vault/secrets.server.ts'
import { runAsProcess } from '../command.ts'
import type { DataOutput } from './release-data.ts'

// An upgrade runs this as the owner of the data: `look [SINCE]` or `save`. It changes no table, works with a database of
// any version, and prints a line of JSON.

await runAsProcess(async ({ options: [what, since], env, say }) => {
  const config = readConfig(env)
  const output = what === 'save' ? await save(config) : await look(config, since)
  say(JSON.stringify(output))
})

async function look(config: Config, since: string | undefined): Promise<DataOutput['look']> {
  return withDatabase(config, { migrations: [], since: {} }, async (database): Promise<DataOutput['look']> => {
    const migrations = await listMigrations(database.db)
    return { migrations, since: since === undefined ? {} : await countSince(database, Number(since)) }
  })
}

async function countSince({ kind, db }: Database, since: number) {
  const count = async (table: string, column: string, from: number | string | Date = since) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}
      where ${sql.ref(column)} > ${from}`.execute(db)
    return Number(rows[0]?.count)
  }
  const date = new Date(since)
  return {
    appointments: await count('appointments', 'booked_at'),
    orders: await count('orders', 'placed_at'),
    messages: await count('messages', 'sent_at'),
    subscribers: await count('subscribers', 'created_at'),
    accounts: await count('users', 'created_at', kind === 'sqlite' ? date.toISOString() : date),
    'acts of the admin': await count('audit_entries', 'at'),
  }
}

async function save(config: Config): Promise<DataOutput['save']> {
  const key = await withDatabase(config, undefined, (database) =>
    checkFingerprints(database, loadSecrets(config.secrets, config.dataDir)),
  )
  if (!key) return {}
  const deps = { location: config.database, ...config.backups, sealing: createFileSealing(async () => [key]) }
  const { file } = await makeBackup(deps, { now: Date.now() })
  return { file }
}

/** Returns `fallback` if there is no database, and creates none. */
async function withDatabase<Result>(config: Config, fallback: Result, work: (database: Database) => Promise<Result>) {
  const location = config.database
  if ('file' in location && !existsSync(location.file)) return fallback
  const database = openDatabase(location)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
