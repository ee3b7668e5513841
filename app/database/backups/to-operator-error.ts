import { OperatorError } from '#app/operator-error.ts'

/** What keeps the system from writing a file, by its code. */
export const diskReasons: Record<string, string> = {
  ENOSPC: 'no space is left on its disk',
  EDQUOT: 'no space is left on its disk',
  EFBIG: 'no space is left on its disk',
  EACCES: 'it cannot be written to',
  EPERM: 'it cannot be written to',
  EROFS: 'it cannot be written to',
  ENOTDIR: 'a file is where its folder should be',
  EEXIST: 'a file is where its folder should be',
  EIO: 'its disk does not answer',
}

const reasons: Record<string, string> = {
  ...diskReasons,
  '28P01': 'the password is wrong',
  '28000': 'the server does not accept this user',
  '3D000': 'there is no such database',
  '42501': 'this user is not allowed to create tables there',
  '3F000': 'there is no schema to create tables in',
  '53100': 'no space is left on its disk',
  '25006': 'it is read-only',
  ECONNREFUSED: 'no server answers there',
  ENOTFOUND: 'the host was not found',
}

/** Makes one line for the operator of an error of a database or disk. Any other error is a bug, and is returned as it is. */
export function toOperatorError(error: unknown, location: string): unknown {
  // A name with several addresses fails with one error for each of them.
  if (error instanceof AggregateError && error.errors.length > 0) return toOperatorError(error.errors[0], location)
  if (!(error instanceof Error) || error instanceof OperatorError) return error
  const { code: given = '', syscall } = error as NodeJS.ErrnoException
  const code = String(given)
  // On a disk that is read-only.
  if (code === 'ENOENT' && syscall === 'mkdir') return new OperatorError(`${location}: its folder can’t be made.`)
  const known = reasons[code] ?? (isDatabaseError(error, code) ? firstLine(error) : undefined)
  return known === undefined ? error : new OperatorError(`${location}: ${known}.`)
}

/** PostgreSQL's error codes have five characters, connections fail with a text, and SQLite has one code. */
const isDatabaseError = ({ message }: Error, code: string) =>
  /^[0-9A-Z]{5}$|^E[A-Z]+$|^ERR_SQLITE_ERROR$/.test(code) ||
  /connection|timeout|SSL|SASL|unknown (user|database)/i.test(message)

const firstLine = ({ message }: Error) => (message.split('\n')[0] ?? '').replace(/\.$/, '')
