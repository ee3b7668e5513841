import type { Database } from '#app/database/connection.server.ts'
import { readClosing } from '#app/database/backups/closing.server.ts'

/** `open`, or whether a move that closed the database was done. */
export async function closingOf({ kind, db }: Database) {
  const closing = await readClosing(kind, db)
  return closing ? (closing.done ? 'moved' : 'moving') : 'open'
}
