import { isLong } from './timing.ts'
import { randomBytes } from 'node:crypto'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { type Database, openDatabase } from '#app/database/connection.server.ts'
import type { Db } from '#app/database/tables.ts'
import { startSiteProcess, startSite } from './site.ts'
import { migratedForThisFile, newPostgresDatabase } from './test-database.ts'

export const databaseKinds = ['sqlite', 'postgres'] as const
export type DatabaseKind = (typeof databaseKinds)[number]

/**
 * The databases on which a file of HTTP tests runs: one of the two, always the same, so that each serves half of the
 * files. What depends on the database is proved by the integration tests, which run on both; `npm run test:long` runs
 * these on both as well.
 */
export function databasesFor(file: string): readonly DatabaseKind[] {
  if (isLong) return databaseKinds
  const sum = [...basename(file)].reduce((total, character) => total + character.charCodeAt(0), 0)
  return [databaseKinds[sum % 2] ?? 'sqlite']
}

/** Where a process is killed at each of its statements. */
export const killCases = databaseKinds.flatMap((kind) => (['before', 'after'] as const).map((when) => ({ kind, when })))

/** Settings for a new, empty database of either kind. */
export async function settingsFor(
  kind: DatabaseKind,
  newDatabase = newPostgresDatabase,
): Promise<Record<string, string>> {
  if (kind === 'sqlite') return {}
  return {
    DATABASE_URL: await newDatabase(),
    SESSION_SECRET: randomBytes(32).toString('hex'),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  }
}

export const startSiteOn = async (kind: DatabaseKind, settings: Record<string, string> = {}) => {
  const all = await settingsOn(kind, settings)
  return { ...(await startSite(all)), settings: all }
}

/** Stops when the test under way is over. */
export async function startSiteForTest(kind: DatabaseKind, settings: Record<string, string> = {}) {
  const site = await startSiteOn(kind, settings)
  onTestFinished(async () => void (await site.stop()))
  return site
}

/** As `startSiteOn`, in a process of its own. */
export const startSiteProcessOn = async (kind: DatabaseKind, settings: Record<string, string> = {}) => {
  const all = await settingsOn(kind, settings)
  return { ...(await startSiteProcess(all)), settings: all }
}

const settingsOn = async (kind: DatabaseKind, settings: Record<string, string>) =>
  settings.DATABASE_URL ? settings : { ...(await settingsFor(kind, () => migratedForThisFile(settings))), ...settings }

type Running = { dataDir: string; database?: Database; settings?: Record<string, string> }

/** Looks into the database of a running site, from outside. */
export const look = <Answer>(site: Running, ask: (db: Db) => Promise<Answer>) => besideSite(site, ({ db }) => ask(db))

/** The same for what needs more than its rows. */
export async function besideSite<Answer>(
  { dataDir, database: own, settings = {} }: Running,
  work: (database: Database) => Promise<Answer>,
) {
  if (own) return work(own)
  const url = settings.DATABASE_URL
  const database = openDatabase(url ? { url } : { file: join(dataDir, 'clinic.db') })
  try {
    // The site writes as well, on a slow disk for long: a test that wants to write waits for its turn.
    if (!url) await sql`pragma busy_timeout = 10000`.execute(database.db)
    return await work(database)
  } finally {
    await database.close()
  }
}
