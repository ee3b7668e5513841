import { z } from 'zod'
import type { Database } from '#app/database/connection.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Purges } from '#app/page-cache/purges.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { mostAltLength } from './picture.ts'
import { hashOf, isFileName, readBytes } from './picture-files.server.ts'
import { filesSchema, type PicturesNow, picturesTopic } from './pictures-now.server.ts'

const libraryFile = 'library.json'
const pathOf = (id: string, name: string) => `library/${id}/${name}`

const percent = z.number().int().min(0).max(100)
const pixels = z.number().int().min(1)
const librarySchema = z.array(
  z.object({
    id: z.string().regex(/^[\w-]{1,64}$/),
    alt: z.string().max(mostAltLength),
    width: pixels,
    height: pixels,
    focus: z.object({ x: percent, y: percent }),
    createdAt: z.number().int(),
    files: filesSchema.refine((files) => files.every(({ name }) => isFileName(name))),
  }),
)

/** The library as files: a list of it, and the bytes of each picture one by one, since all of them may be gigabytes. */
export async function* listLibraryFiles({
  database: { db },
  pictures,
}: {
  database: Pick<Database, 'db'>
  pictures: Pick<PicturesNow, 'list'>
}): AsyncGenerator<{ path: string; bytes: Uint8Array }> {
  const all = pictures.list()
  yield { path: libraryFile, bytes: Buffer.from(`${JSON.stringify(librarySchema.parse(all), null, 2)}\n`) }
  for (const { id, files } of all)
    for (const { name } of files) {
      const bytes = await readBytes(db, id, name)
      if (bytes) yield { path: pathOf(id, name), bytes }
    }
}

type ImportDeps = {
  database: Database
  vault: Vault
  pages: Pick<Purges, 'purge'>
  pictures: Pick<PicturesNow, 'changed' | 'find'>
}

export type FilePicture = z.infer<typeof librarySchema>[number]

type Read = { ok: true; pictures: FilePicture[] } | { ok: false; problem: string }

type ReadFile = (path: string) => Uint8Array | undefined

/** The pictures of such a folder, each with all its files as they were exported. */
export function readLibraryFiles(readFile: ReadFile): Read {
  const list = parseList(readFile(libraryFile))
  if (!list) return { ok: false, problem: `${libraryFile}: This isn’t a list of pictures as the export writes it.` }
  for (const { id, files } of list)
    for (const { name } of files) {
      const bytes = readFile(pathOf(id, name))
      if (!bytes || !name.includes(`.${hashOf(bytes)}.`))
        return { ok: false, problem: `${pathOf(id, name)}: This file is missing, or isn’t the one that was exported.` }
    }
  return { ok: true, pictures: list }
}

/** Adds those that the library has not, and returns how many; one that it has stays as it is. */
export async function importPictures(
  deps: ImportDeps,
  actor: Actor,
  { pictures, readFile, now }: { pictures: FilePicture[]; readFile: ReadFile; now: number },
) {
  const missing = pictures.filter(({ id }) => !deps.pictures.find(id))
  return deps.database.transaction(async (tx) => {
    await deps.pages.purge(tx, picturesTopic)
    for (const { id, files, focus, ...picture } of missing) {
      const row = { id, ...picture, focusX: focus.x, focusY: focus.y, files: JSON.stringify(files), revision: 1 }
      await tx.insertInto('pictures').values(row).execute()
      for (const { name } of files)
        await tx
          .insertInto('pictureFiles')
          .values({ pictureId: id, name, bytes: readFile(pathOf(id, name))!, madeAt: now })
          .execute()
      await recordAct({ tx, vault: deps.vault }, actor, { act: 'picture.added', record: `picture:${id}` })
    }
    await deps.pictures.changed(tx)
    return missing.length
  })
}

/** Without the file, there are none. */
function parseList(bytes: Uint8Array | undefined) {
  if (!bytes) return []
  try {
    return librarySchema.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8'))).data
  } catch {
    return undefined
  }
}
