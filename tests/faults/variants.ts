import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabasePlace } from '#app/database/connection.server.ts'
import { newDatabaseOn } from '#tests/support/postgres-server.ts'

export type Variant = {
  name: 'sqlite' | 'sqlite-and-mail' | 'postgres' | 'sqlite-two'
  says: string
  servers: number
  /** Whether the mail server goes up and down meanwhile. */
  mailGoesDown: boolean
  postgres: boolean
}

export const variants: Variant[] = [
  { name: 'sqlite', says: 'one process on SQLite', servers: 1, mailGoesDown: false, postgres: false },
  {
    name: 'sqlite-and-mail',
    says: 'one process on SQLite, mail server up and down',
    servers: 1,
    mailGoesDown: true,
    postgres: false,
  },
  { name: 'postgres', says: 'two processes on PostgreSQL', servers: 2, mailGoesDown: false, postgres: true },
  { name: 'sqlite-two', says: 'two processes on one SQLite file', servers: 2, mailGoesDown: false, postgres: false },
]

/** A new, empty place for the data of a run, with the settings that name it. */
export async function newPlace({ postgres }: Variant, postgresUrl: string) {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'clinic-torture-'))
  if (!postgres) return { place: { file: join(DATA_DIR, 'clinic.db') } as DatabasePlace, settings: { DATA_DIR } }
  const DATABASE_URL = await newDatabaseOn(postgresUrl)
  const secrets = {
    SESSION_SECRET: randomBytes(32).toString('hex'),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  }
  return { place: { url: DATABASE_URL } as DatabasePlace, settings: { DATA_DIR, DATABASE_URL, ...secrets } }
}
