import { OperatorError } from '#app/operator-error.ts'

const reasons: Record<string, string> = {
  '28P01': 'the password is wrong',
  '28000': 'the server does not accept this user',
  '3D000': 'there is no such database',
  '42501': 'this user is not allowed to create tables there',
  '3F000': 'there is no schema to create tables in',
  '53100': 'no space is left on its disk',
  '25006': 'it is read-only',
  ECONNREFUSED: 'no server answers there',
  ENOTFOUND: 'the host was not found',
  EACCES: 'it cannot be written to',
  EROFS: 'it cannot be written to',
  ENOSPC: 'no space is left on its disk',
  ENOTDIR: 'its folder is not a folder',
  EEXIST: 'its folder is not a folder',
}

/**
 * What a database or a disk refuses is for the operator to mend, in one line; anything else is a fault of ours, and
 * comes back as it is.
 */
export function plainReason(error: unknown, place: string): unknown {
  // A name with several addresses fails with one error for each of them.
  if (error instanceof AggregateError && error.errors.length > 0) return plainReason(error.errors[0], place)
  if (!(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  const known = reasons[code] ?? (isOfTheDatabase(error, code) ? firstLine(error) : undefined)
  return known === undefined ? error : new OperatorError(`${place}: ${known}.`)
}

/** PostgreSQL's codes have five characters, its connections fail with a text, and SQLite has a code for all of its own. */
const isOfTheDatabase = ({ message }: Error, code: string) =>
  /^[0-9A-Z]{5}$|^E[A-Z]+$|^ERR_SQLITE_ERROR$/.test(code) ||
  /connection|timeout|SSL|SASL|unknown (user|database)/i.test(message)

const firstLine = ({ message }: Error) => (message.split('\n')[0] ?? '').replace(/\.$/, '')
