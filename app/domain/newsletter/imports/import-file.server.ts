import type { Database } from '#app/database/connection.server.ts'

/** Small, since pages wait for each write. */
const partBytes = 128 * 1024

export async function* inParts(file: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.length; at += partBytes) yield file.subarray(at, at + partBytes)
}

/** Saves the uploaded file in the database, so that any process can resume the import. */
export async function saveFile(
  { database }: { database: Pick<Database, 'transaction'> },
  importId: string,
  file: Uint8Array,
) {
  for (let position = 0; position * partBytes < file.length; position += 1) {
    const bytes = file.subarray(position * partBytes, (position + 1) * partBytes)
    await database.transaction((tx) =>
      tx.insertInto('subscriberImportParts').values({ importId, position, bytes }).execute(),
    )
  }
}

export async function* readFile({ db }: Pick<Database, 'db'>, importId: string): AsyncGenerator<Uint8Array> {
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

/** Part by part, since pages wait for each write. */
export async function deleteFile({ db }: Pick<Database, 'db'>, importId: string) {
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
