import type { Database } from '#app/database/connection.server.ts'
import { readClosing } from '#app/database/backups/closing.server.ts'

/** Reads whether the database is open, being moved, or moved away. */
export async function readMoveState({ kind, db }: Database) {
  const closing = await readClosing(kind, db)
  return closing ? (closing.done ? 'moved' : 'moving') : 'open'
}
