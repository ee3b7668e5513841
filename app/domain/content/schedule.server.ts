import type { PicturesNow } from '#app/domain/pictures/pictures-now.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { findClaims } from '#app/domain/claims/find-claims.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { ContentNow } from './content-now.server.ts'
import { readContentForm } from './content-form.server.ts'
import { type ContentName, getSource } from './content-record.ts'
import { listChanged, type Place } from './content-schema.ts'
import type { Lookups } from './lookups.ts'
import { textOf } from './markdown-fields.ts'
import { addRevision, type Draft, findDraft, type Saved, type Shown } from './drafts.server.ts'
import { publishContent, type PublishDeps } from './publish.server.ts'
import { toStored } from './versions.server.ts'

type Deps = Pick<PublishDeps, 'database' | 'vault'> & { queue: Pick<Queue, 'ensure'> }
type Scheduling = Shown & { name: ContentName; value: unknown; publishAt: number; claimsShown: boolean; now: number }

/** Keeps the draft until `publishAt`, when a job publishes it. */
export function scheduleDraft({ database, vault, queue }: Deps, actor: Actor, scheduling: Scheduling) {
  const { name, value, over, revision, publishAt, claimsShown, now } = scheduling
  const changes = toStored(name, value)
  return database.transaction(async (tx): Promise<Saved> => {
    const draft = { who: actor.who, now, changes, publishAt, claimsShown }
    const saved = await addRevision(tx, name, { over, revision }, draft)
    if (!saved.ok) return saved
    await queue.ensure(tx, 'publish-content', { name }, { id: `publish-${name}`, runAt: publishAt })
    await recordAct({ tx, vault }, actor, {
      act: 'content.scheduled',
      record: `content:${name}`,
      detail: `For ${new Date(publishAt).toISOString()}.`,
    })
    return saved
  })
}

/** The draft stays, without a time. False: it is no longer the newest one, or has none. */
export function unscheduleDraft(
  { database, vault }: Pick<Deps, 'database' | 'vault'>,
  actor: Actor,
  { name, revision }: { name: ContentName; revision: number },
) {
  return database.transaction(async (tx) => {
    const isNewest = (await findDraft({ db: tx }, name)).revision === revision
    if (!isNewest || !(await clearTime(tx, name, revision, null))) return false
    await recordAct({ tx, vault }, actor, { act: 'content.unscheduled', record: `content:${name}` })
    return true
  })
}

/**
 * Publishes the draft whose time has come, in the name of who scheduled it. One that can't be published stays a draft,
 * with the reason. Returns when to look again.
 */
export async function publishScheduled(
  deps: PublishDeps & {
    content: ContentNow
    pictures: Pick<PicturesNow, 'find' | 'reload'>
    readSitePages: () => Promise<Lookups['hasPage']>
  },
  name: ContentName,
  now: number,
) {
  const { database, content, pictures, readSitePages } = deps
  await Promise.all([content.reload(), pictures.reload()])
  const { revision, draft } = await findDraft(database, name)
  if (!draft?.publishAt) return undefined
  if (draft.publishAt > now) return draft.publishAt
  const { fields } = getSource(name).schema
  const { value, errors } = readContentForm(
    fields,
    draft.value,
    {},
    {
      findPicture: pictures.find,
      hasPage: await readSitePages(),
    },
  )
  const problem = findProblem(draft, {
    isOutdated: draft.over !== content.versionOf(name),
    isUnfit: Object.keys(errors).length > 0,
    changed: listChanged(fields, content.template(name), value),
  })
  if (problem) {
    await database.transaction((tx) => clearTime(tx, name, revision, problem))
    return undefined
  }
  const { who, over, claimsShown } = draft
  const text = { name, over, revision, value, claimsShown, scheduled: true, now }
  const published = await publishContent(deps, { who, from: 'here' }, text)
  return published.ok ? undefined : now + 1_000
}

type Found = { isOutdated: boolean; isUnfit: boolean; changed: Place[] }

function findProblem({ claimsShown }: Draft, { isOutdated, isUnfit, changed }: Found): Draft['problem'] {
  if (isOutdated) return 'changed'
  if (isUnfit) return 'unfit'
  return !claimsShown && changed.some((place) => findClaims(textOf(place)).length > 0) ? 'claims' : null
}

async function clearTime(tx: Tx, name: ContentName, revision: number, problem: Draft['problem']) {
  const { numUpdatedRows } = await tx
    .updateTable('contentDrafts')
    .set({ publishAt: null, problem })
    .where('record', '=', name)
    .where('revision', '=', revision)
    .where('publishAt', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
