import { existsSync, realpathSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Kysely, sql } from 'kysely'
import type { DatabasePlace } from '#app/database/connection.server.ts'
import { postgresDialect } from '#app/database/dialect.server.ts'
import { takeLock } from '#app/database/lock-file.server.ts'
import type { Tables } from '#app/database/tables.ts'
import { CannotMove } from './cannot-move.ts'

/** What `--to` names: an address of PostgreSQL, or the path of a SQLite file. */
export function placeOf(given: string): DatabasePlace {
  if (/^postgres(ql)?:\/\//.test(given)) {
    if (!URL.canParse(given)) throw new CannotMove('--to: this is not the address of a PostgreSQL database.')
    return { url: given }
  }
  if (/^\w+:\/\//.test(given)) throw new CannotMove('--to: must be postgres://… or the path of a SQLite file.')
  const path = resolve(given)
  return { file: existsSync(path) ? realpathSync(path) : path }
}

/** For people, and without the password. */
export function nameOf(place: DatabasePlace) {
  if ('file' in place) return place.file
  const { username, host, pathname } = new URL(place.url)
  return `postgres://${username ? `${username}@` : ''}${host}${pathname}`
}

/**
 * Does `work` while no other move uses this database, and throws `taken` while one does. Whoever dies lets go. It also
 * tells a database under two names from two databases.
 */
export const whileAlone = <Result>(place: DatabasePlace, taken: CannotMove, work: () => Promise<Result>) =>
  'url' in place ? aloneOnServer(place.url, taken, work) : aloneOnFile(place.file, taken, work)

/** In a transaction that is open all the while: a lock of the connection would be lost behind some poolers. */
async function aloneOnServer<Result>(url: string, taken: CannotMove, work: () => Promise<Result>) {
  const own = new Kysely<Tables>({ dialect: postgresDialect(url, {}) })
  try {
    return await own.connection().execute(async (db) => {
      await sql`begin`.execute(db)
      try {
        const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(7021987) as got`.execute(db)
        if (!rows[0]?.got) throw taken
        return await work()
      } finally {
        // A connection that broke has let go.
        await sql`rollback`.execute(db).catch(() => {})
      }
    })
  } finally {
    await own.destroy()
  }
}

async function aloneOnFile<Result>(file: string, taken: CannotMove, work: () => Promise<Result>) {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const lock = takeLock(join(dirname(file), `.${basename(file)}.move-lock`))
  if (!lock.ok) throw lock.reason === 'taken' ? taken : new CannotMove(`${dirname(file)} cannot be written to.`)
  try {
    return await work()
  } finally {
    lock.release()
  }
}
