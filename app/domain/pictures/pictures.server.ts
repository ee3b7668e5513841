import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { type Act, type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { ScratchFolders } from '#app/integrations/machine/scratch-folders.server.ts'
import type { PictureMade, PictureMaker } from '#app/integrations/picture-maker/picture-maker.server.ts'
import type { PictureFile } from '#app/integrations/picture-maker/picture-work.ts'
import type { Purges } from '#app/page-cache/purges.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { type Focus, middle, type ShownFile } from './picture.ts'
import { readBytes, saveFiles } from './picture-files.server.ts'
import { libraryTopic, type PicturesNow, parseFiles, picturesTopic } from './pictures-now.server.ts'

type Deps = {
  database: Database
  vault: Vault
  pages: Pick<Purges, 'purge'>
  pictures: Pick<PicturesNow, 'changed'>
}
type MakerDeps = Deps & { pictureMaker: PictureMaker }
type CropDeps = MakerDeps & { scratchFolders: ScratchFolders }

export type NoPicture = Extract<PictureMade, { ok: false }>

/** Puts an uploaded file into the library, in all sizes. They are made in its folder, which the caller removes. */
export async function addPicture(
  deps: MakerDeps,
  actor: Actor,
  { file, alt, now }: { file: string; alt: string; now: number },
): Promise<{ ok: true; id: string } | NoPicture> {
  const made = await deps.pictureMaker.makePicture(file, middle)
  if (!made.ok) return made
  const id = randomUUID()
  const files = await saveMade(deps, { id, from: file, made: made.files, now })
  const { width, height } = findOriginal(files)
  const crop = { focusX: middle.x, focusY: middle.y, files: JSON.stringify(files) }
  const row = { id, alt, width, height, ...crop, revision: 1, createdAt: now }
  await change(
    deps,
    actor,
    { act: 'picture.added', record: `picture:${id}` },
    async (tx) => {
      await tx.insertInto('pictures').values(row).execute()
      return true
    },
    libraryTopic,
  )
  return { ok: true, id }
}

/** `over`: the revision that the form showed. */
type Description = { id: string; alt: string; focus: Focus; over: number; now: number }

type Described = { ok: true } | NoPicture | { ok: false; reason: 'unknown' | 'changed-meanwhile' }

/** Changes what it says to people who don't see it, and around which point it is cropped. */
export async function describePicture(
  deps: CropDeps,
  actor: Actor,
  { id, alt, focus, over, now }: Description,
): Promise<Described> {
  const { db } = deps.database
  const before = await db.selectFrom('pictures').selectAll().where('id', '=', id).executeTakeFirst()
  if (!before) return { ok: false, reason: 'unknown' }
  if (before.revision !== over) return { ok: false, reason: 'changed-meanwhile' }
  const isMoved = before.focusX !== focus.x || before.focusY !== focus.y
  const cropped = isMoved ? await cropAgain(deps, { id, files: parseFiles(before.files), focus, now }) : undefined
  if (cropped && !cropped.ok) return cropped
  const crop = cropped ? { focusX: focus.x, focusY: focus.y, files: JSON.stringify(cropped.files) } : {}
  const detail = cropped ? 'Cropped again.' : undefined
  const act = { act: 'picture.described', record: `picture:${id}`, ...(detail && { detail }) } as const
  const isFirst = await change(deps, actor, act, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('pictures')
      .set({ alt, ...crop, revision: over + 1 })
      .where('id', '=', id)
      .where('revision', '=', over)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })
  return isFirst ? { ok: true } : { ok: false, reason: 'changed-meanwhile' }
}

/** Deletes the picture and its bytes. False: it isn't there any more. The caller knows that no page shows it. */
export async function removePicture(deps: Deps, actor: Actor, id: string) {
  const isRemoved = await change(deps, actor, { act: 'picture.removed', record: `picture:${id}` }, async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('pictures').where('id', '=', id).executeTakeFirst()
    await tx.deleteFrom('pictureFiles').where('pictureId', '=', id).execute()
    return numDeletedRows > 0n
  })
  if (isRemoved) deps.database.truncateJournal()
  return isRemoved
}

type Crop = { id: string; files: ShownFile[]; focus: Focus; now: number }

/** The files of the crops before stay for an hour: pages that are open show them. */
async function cropAgain(
  deps: CropDeps,
  { id, files, focus, now }: Crop,
): Promise<{ ok: true; files: ShownFile[] } | NoPicture> {
  const original = findOriginal(files)
  const bytes = await readBytes(deps.database.db, id, original.name)
  if (!bytes) return { ok: false, reason: 'damaged', cause: 'its original is gone' }
  return deps.scratchFolders.use(async (folder) => {
    const from = join(await folder(), 'original')
    await writeFile(from, bytes, { mode: 0o600 })
    const made = await deps.pictureMaker.cropAgain(from, focus)
    if (!made.ok) return made
    return { ok: true, files: [original, ...(await saveMade(deps, { id, from, made: made.files, now }))] }
  })
}

type Made = { id: string; from: string; made: PictureFile[]; now: number }

const saveMade = ({ database, pictureMaker }: MakerDeps, { id, from, made, now }: Made) =>
  saveFiles({ database }, { pictureId: id, files: made, read: (file) => pictureMaker.readMade(from, file), now })

const findOriginal = (files: ShownFile[]) => files.find(({ shape }) => shape === 'original')!

/** `work` says whether there was something to change. */
function change(
  { database, vault, pages, pictures }: Deps,
  actor: Actor,
  act: Act,
  work: (tx: Tx) => Promise<boolean>,
  topic = picturesTopic,
) {
  return database.transaction(async (tx) => {
    await pages.purge(tx, topic)
    if (!(await work(tx))) return database.refuse(tx, false)
    await pictures.changed(tx)
    await recordAct({ tx, vault }, actor, act)
    return true
  })
}
