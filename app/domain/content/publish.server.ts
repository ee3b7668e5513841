import type { Database } from '#app/database/connection.server.ts'
import { type Act, type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { withClaimsShown } from '#app/domain/claims/claims-shown.ts'
import type { Tx } from '#app/database/tables.ts'
import type { Purges } from '#app/page-cache/purges.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { type Parts, parseChanges } from './changes.server.ts'
import type { ContentNow } from './content-now.server.ts'
import { type ContentName, findCollectionSchema, getSource, isEntryName } from './content-record.ts'
import { contactSections } from '#app/domain/clinic/contact-sections.ts'
import { closeDraft } from './drafts.server.ts'
import { findChanges, findLatestVersion, toStored } from './versions.server.ts'

export type PublishDeps = {
  database: Database
  vault: Vault
  queue: Pick<Queue, 'enqueue'>
  pages: Pick<Purges, 'purge'>
  content: Pick<ContentNow, 'changed'>
}

type Change = { name: ContentName; now: number }

/** `changed-meanwhile`: someone published or saved after the form was shown; nothing was published now. */
export type Published = { ok: true; version: number } | { ok: false; reason: 'changed-meanwhile' | 'unknown-version' }

/** `claimsShown`: who published saw the claims in the text and published it anyway. */
type NewText = Change & {
  value: unknown
  over: number
  /** Of the draft that it was; without it, a draft stays as it is. */
  revision?: number
  claimsShown?: boolean
  scheduled?: boolean
  /** If publishing is part of it. */
  act?: Act['act']
  /** Old and new values, for the audit trail; otherwise how many texts differ. */
  detail?: string
}

/** Shows the record to visitors as it was typed. Its draft is done with. */
export const publishContent = (deps: PublishDeps, actor: Actor, text: NewText) =>
  deps.database.transaction(async (tx) => {
    // First, as its lock keeps two from publishing at once.
    await deps.pages.purge(tx, 'content')
    return publishWithin(deps, tx, actor, text)
  })

/** Only in a transaction that purged the content first. */
export async function publishWithin(deps: PublishDeps, tx: Tx, actor: Actor, text: NewText): Promise<Published> {
  const { name, over, revision, value, now, act = 'content.published' } = text
  const changes = toStored(name, withMoment(name, value, now))
  const detail = [
    text.detail ?? `Texts that differ from the original: ${Object.keys(parseChanges(changes)).length}.`,
    text.claimsShown && withClaimsShown,
    text.scheduled && 'At its scheduled time.',
  ]
  const wasShown = revision === undefined || (await closeDraft(tx, name, { over, revision, who: actor.who, now }))
  if (!wasShown) return { ok: false, reason: 'changed-meanwhile' }
  return addVersion(
    deps,
    tx,
    actor,
    { name, over, now },
    { changes, act, detail: detail.filter(Boolean).join(' ') || undefined },
  )
}

/** An entry keeps the time at which it was first published. */
function withMoment(name: ContentName, value: unknown, now: number) {
  const blanks = Object.entries(getSource(name).schema.fields).filter(
    ([field, { kind }]) => kind === 'moment' && (value as Parts)[field] === '',
  )
  return { ...(value as Parts), ...Object.fromEntries(blanks.map(([field]) => [field, new Date(now).toISOString()])) }
}

/** Shows an earlier version again, as a new one; 0: content/ as delivered. A draft stays as it is. */
export const restoreContent = (deps: PublishDeps, actor: Actor, restored: Restored) =>
  deps.database.transaction(async (tx) => {
    await deps.pages.purge(tx, 'content')
    return restoreWithin(deps, tx, actor, restored)
  })

type Restored = Change & { over: number; from: number }

/** Only in a transaction that purged the content first. */
export async function restoreWithin(
  deps: PublishDeps,
  tx: Tx,
  actor: Actor,
  { from, ...change }: Restored,
): Promise<Published> {
  const changes = await findChanges(tx, change.name, from)
  if (changes === undefined) return { ok: false, reason: 'unknown-version' }
  return addVersion(deps, tx, actor, change, { changes, act: 'content.restored', detail: `Version ${from}.` })
}

/** Publishes each of them that says something else than is published, or none. Drafts stay as they are. */
export function publishFiles(
  deps: PublishDeps,
  actor: Actor,
  {
    records,
    claimsShown,
    now,
  }: { records: readonly { name: ContentName; value: unknown }[]; claimsShown: boolean; now: number },
) {
  const detail = ['From files.', claimsShown && withClaimsShown].filter(Boolean).join(' ')
  return deps.database.transaction(async (tx) => {
    await deps.pages.purge(tx, 'content')
    const published: ContentName[] = []
    for (const { name, value } of records) {
      const over = await findLatestVersion(tx, name)
      const changes = toStored(name, value)
      if ((await findChanges(tx, name, over)) === changes) continue
      await addVersion(deps, tx, actor, { name, over, now }, { changes, act: 'content.published', detail })
      published.push(name)
    }
    return published
  })
}

type NewVersion = { changes: string; act: Act['act']; detail: string | undefined }

/** The key of the versions decides who was first. */
async function addVersion(
  { vault, queue, content }: PublishDeps,
  tx: Tx,
  actor: Actor,
  { name, over, now }: Change & { over: number },
  { changes, act, detail }: NewVersion,
): Promise<Published> {
  if ((await findLatestVersion(tx, name)) !== over) return { ok: false, reason: 'changed-meanwhile' }
  const version = over + 1
  await tx.insertInto('contentVersions').values({ record: name, version, changes, at: now, who: actor.who }).execute()
  await content.changed(tx)
  // More days may be bookable now, on which repeated blocks are still missing.
  if (name === 'booking-rules') await queue.enqueue(tx, 'extend-blocks', {})
  // However they are changed: by a form, an earlier version, or files.
  const contact = contactSections.find((section) => name === `clinic/${section}`)
  if (contact) await queue.enqueue(tx, 'tell-contact-change', { section: contact, version })
  await recordAct({ tx, vault }, actor, { ...toEntry(name, act, version), detail })
  return { ok: true, version }
}

/** As its collection calls it. */
function toEntry(name: ContentName, act: Act['act'], version: number): Pick<Act, 'act' | 'record'> {
  const { audit } = findCollectionSchema(name) ?? {}
  if (!audit || !isEntryName(name)) return { act, record: `content:${name}` }
  const record = `${audit.record}:${name.split('/')[1]}` as const
  if (act === 'content.published') return { act: version === 1 ? audit.added : audit.changed, record }
  return { act: act === 'content.removed' ? audit.removed : audit.restored, record }
}
