import { createHash } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Db } from '#app/database/tables.ts'
import type { PictureFile } from '#app/integrations/picture-maker/picture-work.ts'
import type { ShownFile } from './picture.ts'
import { parseFiles } from './pictures-now.server.ts'

type Deps = { database: Pick<Database, 'db' | 'transaction'> }

type Made = {
  pictureId: string
  files: PictureFile[]
  read: (file: PictureFile) => Promise<Uint8Array>
  now: number
}

/** One by one, since pages wait for each write. What was stored already stays. */
export async function saveFiles({ database }: Deps, { pictureId, files, read, now }: Made) {
  const shown: ShownFile[] = []
  for (const file of files) {
    const { shape, type, size, width, height } = file
    const bytes = await read(file)
    const name = `${shape}-${size}.${hashOf(bytes)}.${extensions[type]}`
    const row = { pictureId, name, bytes, madeAt: now }
    await database.transaction(
      (tx) =>
        tx
          .insertInto('pictureFiles')
          .values(row)
          .onConflict((conflict) => conflict.columns(['pictureId', 'name']).doUpdateSet({ madeAt: now }))
          .execute(),
      { durable: false },
    )
    shown.push({ name, shape, width, height })
  }
  return shown
}

/** As the names of files have it. */
export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 16)

const extensions = { webp: 'webp', jpeg: 'jpg' } as const
const mediaTypes: Readonly<Record<string, string>> = { webp: 'image/webp', jpg: 'image/jpeg' }

const nameParts = /^([a-z]+-\d+)\.[0-9a-f]{16}\.(webp|jpg)$/

export const isFileName = (text: string) => nameParts.test(text)

type FoundFile = { bytes: Uint8Array; mediaType: string } | { movedTo: string }

/** An address from before the crop changed leads to the file that took its place. */
export async function findPictureFile(
  { database: { db } }: Deps,
  { id, name }: { id: string; name: string },
): Promise<FoundFile | undefined> {
  const [, place, extension = ''] = nameParts.exec(name) ?? []
  if (!place || !/^[\w-]{1,64}$/.test(id)) return undefined
  const stored = await readBytes(db, id, name)
  if (stored) return { bytes: stored, mediaType: mediaTypes[extension]! }
  const picture = await db.selectFrom('pictures').select('files').where('id', '=', id).executeTakeFirst()
  const now = picture && parseFiles(picture.files).find((file) => isPlace(file.name, place, extension))
  return now && { movedTo: now.name }
}

const isPlace = (name: string, place: string, extension: string) =>
  name.startsWith(`${place}.`) && name.endsWith(`.${extension}`)

export async function readBytes(db: Db, pictureId: string, name: string) {
  const row = await db
    .selectFrom('pictureFiles')
    .select('bytes')
    .where('pictureId', '=', pictureId)
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.bytes
}

const hour = 60 * 60_000

/** Files that no picture shows: of crops before the last, and of an upload that was cut short. */
export async function deleteUnusedFiles({ database }: Deps, now: number) {
  const { db } = database
  const old = await db
    .selectFrom('pictureFiles')
    .select(['pictureId', 'name'])
    .where('madeAt', '<', now - hour)
    .execute()
  const pictures = await db.selectFrom('pictures').select(['id', 'files']).execute()
  const used = new Set(pictures.flatMap(({ id, files }) => parseFiles(files).map(({ name }) => `${id} ${name}`)))
  for (const { pictureId, name } of old.filter((file) => !used.has(`${file.pictureId} ${file.name}`)))
    await db
      .deleteFrom('pictureFiles')
      .where('pictureId', '=', pictureId)
      .where('name', '=', name)
      // A crop that was just chosen again has it in use.
      .where('madeAt', '<', now - hour)
      .execute()
}
