import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'

/** Small, since each is one write that visitors wait for. */
const partBytes = 128 * 1024

/** Keeps the uploaded file in the database, so that any process can go on with it after a kill. */
export async function keepFile(
  { database }: { database: Pick<Database, 'transaction'> },
  importId: string,
  file: Uint8Array,
) {
  for (let position = 0; position * partBytes < file.length; position += 1) {
    const bytes = file.subarray(position * partBytes, (position + 1) * partBytes)
    await database.transaction((tx) => insertPart(tx, { importId, position, bytes }))
  }
}

const insertPart = (tx: Tx, part: { importId: string; position: number; bytes: Uint8Array }) =>
  tx.insertInto('subscriberImportParts').values(part).execute()

export async function* keptFile({ db }: Pick<Database, 'db'>, importId: string): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position += 1) {
    const part = await db
      .selectFrom('subscriberImportParts')
      .select('bytes')
      .where('importId', '=', importId)
      .where('position', '=', position)
      .executeTakeFirst()
    if (!part) return
    yield part.bytes
  }
}

/** Part by part: overwriting all of it at once would hold up visitors. */
export async function eraseFile({ db }: Pick<Database, 'db'>, importId: string) {
  const parts = await db
    .selectFrom('subscriberImportParts')
    .select('position')
    .where('importId', '=', importId)
    .execute()
  for (const { position } of parts)
    await db
      .deleteFrom('subscriberImportParts')
      .where('importId', '=', importId)
      .where('position', '=', position)
      .execute()
}
