const damaged = 'The database is damaged. Keep its files, and follow "The database is damaged" in docs/operations.md.'
const full =
  'No space is left on the disk of the database. Nothing that was accepted is lost: free some space, then start again.'
const broken =
  'The disk of the database can’t be used. If it is full, free some space; otherwise look at the system’s log, and have it checked.'
const readOnly = 'The database can’t be written to: its disk is mounted read-only, or its files belong to another user.'

/** By SQLite's result code, or its primary one (https://sqlite.org/rescode.html); 4874: no space for the index of the log. */
const ofSqlite: Record<number, string> = { 8: readOnly, 10: broken, 11: damaged, 13: full, 26: damaged, 4874: full }

/** By PostgreSQL's code of the error (appendix A of its manual), or the system's. */
const byCode: Record<string, string> = {
  '53100': full,
  '58030': broken,
  XX001: damaged,
  XX002: damaged,
  ENOSPC: full,
  EDQUOT: full,
  EIO: broken,
  EROFS: readOnly,
}

/** What the operator does about a damaged or full disk of the database, in one line; undefined for any other error. */
export function explainDamage(error: unknown): string | undefined {
  const { code = '', errcode, path } = (error ?? {}) as { code?: string; errcode?: number; path?: string }
  // Of a port it has no path.
  if (path && ['EACCES', 'EPERM'].includes(code))
    return `${path}: this user may not write there (${code}). Give the folder and its files to the user who runs the site.`
  return (errcode === undefined ? undefined : (ofSqlite[errcode] ?? ofSqlite[errcode & 0xff])) ?? byCode[code]
}
