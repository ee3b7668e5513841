import { z } from 'zod'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import type { Focus, LibraryPicture } from './picture.ts'

export type StoredPicture = LibraryPicture & { focus: Focus; revision: number; createdAt: number }

/** The library without its bytes, in memory: pages that show a picture ask the database for nothing. */
export type PicturesNow = {
  find(id: string): StoredPicture | undefined
  /** The newest first. */
  list(): readonly StoredPicture[]
  /** Reads changes of other processes; when the database fails, the known pictures stay. */
  reload(): Promise<void>
  /** Call last in the transaction of a change, which then shows with the commit. */
  changed(tx: Tx): Promise<void>
}

/** Purged with every change of a picture that pages may show. */
export const picturesTopic = 'pictures'
/** Purged when one is added, which no page shows yet. */
export const libraryTopic = 'picture-library'

type Library = { version: number; pictures: Map<string, StoredPicture> }

export async function openPictures(database: Database): Promise<PicturesNow> {
  let library = await readLibrary(database.db)

  function take(fresh: Library) {
    // The newer of two readings may arrive first.
    if (fresh.version >= library.version) library = fresh
  }

  return {
    find: (id) => library.pictures.get(id),
    list: () => [...library.pictures.values()],
    reload: async () => take(await readLibrary(database.db)),
    async changed(tx) {
      const fresh = await readLibrary(tx)
      database.afterCommit(tx, () => take(fresh))
    },
  }
}

async function readLibrary(db: Db): Promise<Library> {
  const { changes } = await db
    .selectFrom('pagePurges')
    .select(({ fn }) => fn.sum<number | string | null>('count').as('changes'))
    .where('topic', 'in', [picturesTopic, libraryTopic])
    .executeTakeFirstOrThrow()
  const rows = await db.selectFrom('pictures').selectAll().orderBy('createdAt', 'desc').orderBy('id').execute()
  const pictures = rows.map(({ focusX, focusY, files, id, alt, width, height, revision, createdAt }): StoredPicture => {
    const focus = { x: focusX, y: focusY }
    return { id, alt, width, height, files: parseFiles(files), focus, revision, createdAt }
  })
  return { version: Number(changes), pictures: new Map(pictures.map((picture) => [picture.id, picture])) }
}

export const filesSchema = z.array(
  z.object({
    name: z.string(),
    shape: z.enum(['original', 'whole', 'wide', 'square', 'tall']),
    width: z.number(),
    height: z.number(),
  }),
)

export const parseFiles = (json: string) => filesSchema.parse(JSON.parse(json))
