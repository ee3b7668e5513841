import type { Database } from '#app/database/connection.server.ts'
import { type Act, type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { withClaimsShown } from '#app/domain/clinic/change-overlays.server.ts'
import type { Purges } from '#app/page-cache/purges.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { contentRecords } from '#content/schemas/all.ts'
import { applyChanges, toChanges } from './changes.server.ts'
import type { ContentNow } from './content-now.server.ts'
import type { ContentName } from './content-record.ts'
import { parseChanges } from './saved-content.server.ts'

type Deps = {
  database: Database
  vault: Vault
  pages: Pick<Purges, 'purge'>
  content: Pick<ContentNow, 'changed'>
}

/** `over`: the version that the form showed. */
type Change = { name: ContentName; over: number; now: number }

/** `changed-meanwhile`: someone published over that version already; nothing was published now. */
type Published = { ok: true; version: number } | { ok: false; reason: 'changed-meanwhile' | 'unknown-version' }

/** `claimsShown`: who published saw the claims in the text and published it anyway. */
type NewText = Change & { value: unknown; claimsShown?: boolean }

/** Shows the record to visitors as it was typed. */
export function publishContent(deps: Deps, actor: Actor, { value, claimsShown, ...change }: NewText) {
  const { schema, file } = contentRecords[change.name]
  const changes = toChanges(schema.fields, file, value)
  const differing = `Texts that differ from the original: ${Object.keys(changes).length}.`
  const detail = claimsShown ? `${differing} ${withClaimsShown}` : differing
  return addVersion(deps, actor, change, { changes: JSON.stringify(changes), act: 'content.published', detail })
}

/** Shows an earlier version again, as a new one; 0: content/ as delivered. */
export async function restoreContent(deps: Deps, actor: Actor, { from, ...change }: Change & { from: number }) {
  const changes = await findChanges(deps.database, change.name, from)
  if (changes === undefined) return { ok: false, reason: 'unknown-version' } satisfies Published
  return addVersion(deps, actor, change, { changes, act: 'content.restored', detail: `Version ${from}.` })
}

type NewVersion = { changes: string; act: Act['act']; detail: string }

/** The key of the versions decides who was first. */
function addVersion(
  { database, vault, pages, content }: Deps,
  actor: Actor,
  { name, over, now }: Change,
  { changes, act, detail }: NewVersion,
): Promise<Published> {
  return database.transaction(async (tx) => {
    await pages.purge(tx, 'content')
    const version = over + 1
    const latest = await tx
      .selectFrom('contentVersions')
      .select(({ fn }) => fn.max('version').as('version'))
      .where('record', '=', name)
      .executeTakeFirst()
    if ((latest?.version ?? 0) !== over) return { ok: false, reason: 'changed-meanwhile' }
    await tx.insertInto('contentVersions').values({ record: name, version, changes, at: now, who: actor.who }).execute()
    await content.changed(tx)
    await recordAct({ tx, vault }, actor, { act, record: `content:${name}`, detail })
    return { ok: true, version }
  })
}

/** As it was edited in that version; undefined if there is none. */
export async function findVersion(database: Database, name: ContentName, version: number) {
  const { schema, file } = contentRecords[name]
  const changes = await findChanges(database, name, version)
  return changes === undefined ? undefined : applyChanges(schema.fields, file, parseChanges(changes))
}

/** The JSON of a version; 0: content/ as delivered. */
async function findChanges({ db }: Database, name: ContentName, version: number) {
  if (version === 0) return '{}'
  const found = await db
    .selectFrom('contentVersions')
    .select('changes')
    .where('record', '=', name)
    .where('version', '=', version)
    .executeTakeFirst()
  return found?.changes
}

/** The newest first, with the account that published each. */
export const listVersions = (database: Database, name: ContentName) =>
  database.db
    .selectFrom('contentVersions')
    .select(['version', 'at', 'who'])
    .where('record', '=', name)
    .orderBy('version', 'desc')
    .limit(50)
    .execute()
