import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, type DatabaseLocation, openDatabase } from '#app/database/connection.server.ts'
import { tableExists } from '#app/database/migrate.server.ts'
import { newDatabaseOn } from '#tests/support/postgres-server.ts'
import { until } from '#tests/support/timing.ts'
import type { World } from '../world.ts'
import { closingOf } from './closing-of.ts'

export type Target = Awaited<ReturnType<typeof openTarget>>

/** An empty place for a move; of either kind where there is a PostgreSQL. */
export async function openTarget({ postgres, chance }: World) {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-moved-'))
  const file = join(folder, 'clinic.db')
  const place: DatabaseLocation =
    postgres && chance.next() < 0.5
      ? // It may be away at the moment.
        { url: await until(() => newDatabaseOn(postgres.url).catch(() => undefined), patienceMs) }
      : { file }
  const look = async <Answer>(work: (database: Database) => Promise<Answer>) => {
    const database = openDatabase(place)
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }
  const isEmpty = ({ kind, db }: Database) => tableExists(kind, db, 'migrations').then((there) => !there)
  return {
    to: 'url' in place ? place.url : place.file,
    look,
    /** `empty`, `open`, or what a move says of it. */
    async state() {
      // Opening it to look would make one.
      if ('file' in place && !existsSync(place.file)) return 'empty'
      return until(
        () =>
          look(async (database) => ((await isEmpty(database)) ? 'empty' : closingOf(database))).catch(() => undefined),
        patienceMs,
      )
    },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

const patienceMs = 3 * 60_000
