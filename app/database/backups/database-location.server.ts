import { existsSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import type { DatabaseLocation } from '#app/database/connection.server.ts'
import { OperatorError } from '#app/operator-error.ts'

/** Parses the value of `--to`: a PostgreSQL URL, or the path of a SQLite file. */
export function parseLocation(text: string): DatabaseLocation {
  if (/^postgres(ql)?:\/\//.test(text)) {
    if (!URL.canParse(text)) throw new OperatorError('--to: this is not the address of a PostgreSQL database.')
    return { url: text }
  }
  if (/^\w+:\/\//.test(text)) throw new OperatorError('--to: must be postgres://… or the path of a SQLite file.')
  const path = resolve(text)
  return { file: existsSync(path) ? realpathSync(path) : path }
}

/** For people, without the password. */
export function formatLocation(location: DatabaseLocation) {
  if ('file' in location) return location.file
  const { username, host, pathname } = new URL(location.url)
  return `postgres://${username ? `${username}@` : ''}${host}${pathname}`
}
