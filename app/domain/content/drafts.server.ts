import { isDeepStrictEqual } from 'node:util'
import type { Database } from '#app/database/connection.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Db, Tables, Tx } from '#app/database/tables.ts'
import { applyChanges, parseChanges, type Parts, toChanges } from './changes.server.ts'
import { type ContentName, getSource } from './content-record.ts'
import { toDraftRule } from './field-rules.server.ts'
import { findLatestVersion, findVersion, toStored } from './versions.server.ts'

/** What was saved of a record and is not published. `value` may hold texts that don't fit their fields yet. */
export type Draft = {
  over: number
  value: Parts
  at: number
  who: string
  publishAt: number | null
  claimsShown: boolean
  problem: Tables['contentDrafts']['problem']
}

/** What a form showed: the published version and the newest revision of the draft, 0 for none. */
export type Shown = { over: number; revision: number }

/** `changed-meanwhile`: someone else published or saved after the form was shown; nothing was saved now. */
export type Saved = { ok: true; revision: number } | { ok: false; reason: 'changed-meanwhile' }

const meanwhile = { ok: false, reason: 'changed-meanwhile' } as const

/** Earlier revisions are kept to compare with, when two people edit at once. */
const keptRevisions = 100

const findRow = (db: Db, name: ContentName) =>
  db
    .selectFrom('contentDrafts')
    .selectAll()
    .where('record', '=', name)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The draft, if there is one, and the revision that the next one follows. */
export async function findDraft({ db }: Pick<Database, 'db'>, name: ContentName) {
  const row = await findRow(db, name)
  const changes = row?.changes ?? undefined
  const draft = row && changes !== undefined ? toDraft(name, { ...row, changes }) : undefined
  return { revision: row?.revision ?? 0, draft }
}

/** What that revision held; undefined if it is no longer kept. */
export async function findRevision({ db }: Pick<Database, 'db'>, name: ContentName, revision: number) {
  const row = await db
    .selectFrom('contentDrafts')
    .selectAll()
    .where('record', '=', name)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return row && row.changes !== null ? toDraft(name, { ...row, changes: row.changes }) : undefined
}

function toDraft(name: ContentName, row: Tables['contentDrafts'] & { changes: string }): Draft {
  const { schema, file } = getSource(name)
  const value = applyChanges(schema.fields, file, parseChanges(row.changes), toDraftRule)
  const { over, at, who, publishAt, claimsShown, problem } = row
  return { over, value, at, who, publishAt, claimsShown: claimsShown === 1, problem }
}

/** The draft's value over that version: what it changed stays changed, the rest follows the version. */
export async function rebaseDraft({ db }: Pick<Database, 'db'>, name: ContentName, draft: Draft, over: number) {
  if (draft.over === over) return draft.value
  const { fields } = getSource(name).schema
  const [from, to] = [await findVersion(db, name, draft.over), await findVersion(db, name, over)]
  return from && to ? applyChanges(fields, to, toChanges(fields, from, draft.value), toDraftRule) : draft.value
}

type Save = Shown & { name: ContentName; value: unknown; who: string; now: number }

/** Keeps what was typed, right or wrong. A draft that is scheduled stays so. What equals the published record is no draft. */
export function saveDraft(database: Database, { name, value, who, now, ...shown }: Save): Promise<Saved> {
  return database.transaction(async (tx) => {
    const published = await findVersion(tx, name, shown.over)
    const isNew = !isDeepStrictEqual(value, published)
    const changes = isNew ? toStored(name, value) : null
    const publishAt = isNew ? ((await findRow(tx, name))?.publishAt ?? null) : null
    return addRevision(tx, name, shown, { who, now, changes, publishAt })
  })
}

/** Takes the draft away; its last revision stays to be brought back. */
export function discardDraft(
  { database, vault }: { database: Database; vault: Vault },
  actor: Actor,
  { name, revision, now }: { name: ContentName; revision: number; now: number },
) {
  return database.transaction(async (tx): Promise<Saved> => {
    const over = await findLatestVersion(tx, name)
    const discarded = await addRevision(tx, name, { over, revision }, { who: actor.who, now, changes: null })
    if (discarded.ok) await recordAct({ tx, vault }, actor, { act: 'content.discarded', record: `content:${name}` })
    return discarded
  })
}

/** Takes the draft away, in the transaction of what it became. True: it was the one that was shown. */
export async function closeDraft(tx: Tx, name: ContentName, { over, revision, who, now }: Shown & Doer) {
  const row = await findRow(tx, name)
  if ((row?.revision ?? 0) !== revision) return false
  if (!row || row.changes === null) return true
  return (await addRevision(tx, name, { over, revision }, { who, now, changes: null })).ok
}

type Doer = { who: string; now: number }
type NewRevision = Doer & {
  changes: string | null
  publishAt?: number | null
  claimsShown?: boolean
  problem?: Draft['problem']
}

/** The key of the revisions decides who was first. */
export async function addRevision(
  tx: Tx,
  name: ContentName,
  { over, revision }: Shown,
  { who, now, changes, publishAt = null, claimsShown = false, problem = null }: NewRevision,
): Promise<Saved> {
  if ((await findLatestVersion(tx, name)) !== over) return meanwhile
  if (((await findRow(tx, name))?.revision ?? 0) !== revision) return meanwhile
  const next = revision + 1
  const added = await tx
    .insertInto('contentDrafts')
    .values({
      ...{ record: name, revision: next, over, changes, at: now, who, publishAt, problem },
      claimsShown: claimsShown ? 1 : 0,
    })
    .onConflict((conflict) => conflict.columns(['record', 'revision']).doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows !== 1n) return meanwhile
  await tx
    .deleteFrom('contentDrafts')
    .where('record', '=', name)
    .where('revision', '<=', next - keptRevisions)
    .execute()
  return { ok: true, revision: next }
}
