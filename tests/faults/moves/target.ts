import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, type DatabaseLocation, openDatabase } from '#app/database/connection.server.ts'
import { tableExists } from '#app/database/migrate.server.ts'
import { newDatabaseOn } from '#tests/support/postgres-server.ts'
import { until } from '#tests/support/timing.ts'
import type { World } from '../world.ts'
import { readMoveState } from './move-state.ts'

export type MoveTarget = Awaited<ReturnType<typeof createMoveTarget>>

/** An empty location to move to; SQLite, or sometimes PostgreSQL if the run has a server. */
export async function createMoveTarget({ postgres, chance }: World) {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-moved-'))
  const file = join(folder, 'clinic.db')
  const location: DatabaseLocation =
    postgres && chance.next() < 0.5
      ? // PostgreSQL may be unavailable.
        { url: await until(() => newDatabaseOn(postgres.url).catch(() => undefined), timeoutMs) }
      : { file }
  const withDatabase = async <Answer>(work: (database: Database) => Promise<Answer>) => {
    const database = openDatabase(location)
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }
  const isEmpty = ({ kind, db }: Database) => tableExists(kind, db, 'migrations').then((there) => !there)
  return {
    to: 'url' in location ? location.url : location.file,
    withDatabase,
    /** `empty`, `open`, `moving` or `moved`. */
    async state() {
      // Opening the database would create the file.
      if ('file' in location && !existsSync(location.file)) return 'empty'
      return until(
        () =>
          withDatabase(async (database) => ((await isEmpty(database)) ? 'empty' : readMoveState(database))).catch(
            () => undefined,
          ),
        timeoutMs,
      )
    },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

const timeoutMs = 3 * 60_000
