import { existsSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import type { DatabasePlace } from '#app/database/connection.server.ts'
import { OperatorError } from '#app/operator-error.ts'

/** What `--to` names: an address of PostgreSQL, or the path of a SQLite file. */
export function placeOf(given: string): DatabasePlace {
  if (/^postgres(ql)?:\/\//.test(given)) {
    if (!URL.canParse(given)) throw new OperatorError('--to: this is not the address of a PostgreSQL database.')
    return { url: given }
  }
  if (/^\w+:\/\//.test(given)) throw new OperatorError('--to: must be postgres://… or the path of a SQLite file.')
  const path = resolve(given)
  return { file: existsSync(path) ? realpathSync(path) : path }
}

/** For people, and without the password. */
export function nameOf(place: DatabasePlace) {
  if ('file' in place) return place.file
  const { username, host, pathname } = new URL(place.url)
  return `postgres://${username ? `${username}@` : ''}${host}${pathname}`
}
