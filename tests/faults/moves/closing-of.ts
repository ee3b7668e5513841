import type { Database } from '#app/database/connection.server.ts'
import { readClosing } from '#app/database/moves/closing.server.ts'

/** `open`, or what a move says of a database that it closed. */
export const closingOf = async ({ kind, db }: Database) => (await readClosing(kind, db))?.state ?? 'open'
