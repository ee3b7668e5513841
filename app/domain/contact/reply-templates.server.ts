import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '#app/database/connection.server.ts'
import type { Db } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { multiLine, singleLine } from '#app/domain/shared/plain-text.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import type { ReplyTemplate } from './reply-template.ts'

/** More than anyone looks through. */
const mostTemplates = 50

export const templateForm = z.object({
  title: singleLine({ blank: 'Enter a title.', most: 60, tooLong: 'Enter a title of at most 60 characters.' }),
  text: multiLine({
    blank: 'Enter the text.',
    most: 4_000,
    tooLong: 'Enter a text of at most 4,000 characters.',
  }),
})

type Deps = { database: Database; vault: Vault }
type TemplateText = z.output<typeof templateForm>

const selectTemplates = (db: Db) =>
  db.selectFrom('replyTemplates').select(['id', 'title', 'text', 'revision']).where('deletedAt', 'is', null)

export const listTemplates = ({ db }: Pick<Database, 'db'>): Promise<ReplyTemplate[]> =>
  selectTemplates(db).orderBy('title').orderBy('id').execute()

export const findTemplate = ({ db }: Pick<Database, 'db'>, id: string): Promise<ReplyTemplate | undefined> =>
  selectTemplates(db).where('id', '=', id).executeTakeFirst()

/** False if there are as many as there may be. */
export const addTemplate = ({ database, vault }: Deps, actor: Actor, template: TemplateText) =>
  database.transaction(async (tx) => {
    await database.takeAdvisoryLock(tx, 'reply templates')
    if ((await listTemplates({ db: tx })).length >= mostTemplates) return false
    const id = randomUUID()
    await tx
      .insertInto('replyTemplates')
      .values({ ...template, id, revision: 1 })
      .execute()
    await recordAct({ tx, vault }, actor, { act: 'reply-template.added', record: `reply-template:${id}` })
    return true
  })

export type TemplateChanged =
  | { ok: true }
  | { ok: false; reason: 'gone' }
  | { ok: false; reason: 'changed'; revision: number }

/** `revision`: what its writer saw, so that nobody's change is lost unseen. */
export const changeTemplate = (
  { database, vault }: Deps,
  actor: Actor,
  { id, revision, ...template }: TemplateText & { id: string; revision: number },
) =>
  database.transaction(async (tx): Promise<TemplateChanged> => {
    const changed = await tx
      .updateTable('replyTemplates')
      .set({ ...template, revision: revision + 1 })
      .where('id', '=', id)
      .where('revision', '=', revision)
      .where('deletedAt', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!changed) {
      const now = await findTemplate({ db: tx }, id)
      return now ? { ok: false, reason: 'changed', revision: now.revision } : { ok: false, reason: 'gone' }
    }
    await recordAct({ tx, vault }, actor, { act: 'reply-template.changed', record: `reply-template:${id}` })
    return { ok: true }
  })

const restorableMs = 86_400_000

/** Those that were deleted more than a day ago are gone for good then. False if it is deleted already. */
export const deleteTemplate = ({ database, vault }: Deps, actor: Actor, { id, now }: { id: string; now: number }) =>
  database.transaction(async (tx) => {
    const deleted = await tx
      .updateTable('replyTemplates')
      .set({ deletedAt: now })
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!deleted) return false
    await tx
      .deleteFrom('replyTemplates')
      .where('deletedAt', '<', now - restorableMs)
      .execute()
    await recordAct({ tx, vault }, actor, { act: 'reply-template.deleted', record: `reply-template:${id}` })
    return true
  })

/** False if it is not deleted, or gone for good. */
export const restoreTemplate = ({ database, vault }: Deps, actor: Actor, id: string) =>
  database.transaction(async (tx) => {
    const restored = await tx
      .updateTable('replyTemplates')
      .set({ deletedAt: null })
      .where('id', '=', id)
      .where('deletedAt', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (!restored) return false
    await recordAct({ tx, vault }, actor, { act: 'reply-template.restored', record: `reply-template:${id}` })
    return true
  })
