import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { openDatabase } from '#app/database/connection.server.ts'
import type { Db } from '#app/database/tables.ts'
import { type SiteProcess, startSite } from './site-process.ts'
import { newPostgresDatabase } from './test-database.ts'

export const databaseKinds = ['sqlite', 'postgres'] as const
type DatabaseKind = (typeof databaseKinds)[number]

/** Settings for a new, empty database of either kind. */
export async function settingsFor(kind: DatabaseKind): Promise<Record<string, string>> {
  if (kind === 'sqlite') return {}
  return {
    DATABASE_URL: await newPostgresDatabase(),
    SESSION_SECRET: randomBytes(32).toString('hex'),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  }
}

export const startSiteOn = async (kind: DatabaseKind, settings: Record<string, string> = {}) => {
  const all = { ...(await settingsFor(kind)), ...settings }
  return { ...(await startSite(all)), settings: all }
}

/** Looks into the database of a running site, from outside. */
export async function look<Answer>(
  site: SiteProcess & { settings: Record<string, string> },
  ask: (db: Db) => Promise<Answer>,
) {
  const url = site.settings.DATABASE_URL
  const database = openDatabase(url ? { url } : { file: join(site.dataDir, 'clinic.db') })
  try {
    return await ask(database.db)
  } finally {
    await database.close()
  }
}
