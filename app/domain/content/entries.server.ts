import type { Database } from '#app/database/connection.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { formatClinicDate } from '#app/domain/shared/clinic-time.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { toBlank } from './blank.ts'
import type { Parts } from './changes.server.ts'
import type { ContentNow } from './content-now.server.ts'
import {
  type CollectionName,
  type ContentName,
  type Entry,
  type EntryName,
  getCollectionSchema,
  getSource,
  toPagePath,
} from './content-record.ts'
import type { CollectionSchema, Field, Fields } from './content-schema.ts'
import type { Actor } from '#app/domain/audit/audit.server.ts'
import { toRule } from './field-rules.server.ts'
import { offerFields } from './offered-fields.ts'
import { publishContent, type PublishDeps } from './publish.server.ts'
import { findDraft, saveDraft } from './drafts.server.ts'

type Deps = { database: Database; content: Pick<ContentNow, 'list' | 'has' | 'template' | 'titleOf' | 'reload'> }

/** `new`: never published; `unavailable`: shown, but can't be booked or bought; `removed`: no longer shown. */
export type EntryState = 'new' | 'shown' | 'unavailable' | 'removed'

export type ListedEntry = {
  id: string
  title: string
  about: string
  state: EntryState
  draft: 'scheduled' | 'waiting' | undefined
}

/** Every entry as it is listed to be edited: the published ones in their order, then drafts of new ones. */
export async function listEntries({ database, content }: Deps, collection: CollectionName): Promise<ListedEntry[]> {
  const published = content.list(collection)
  const drafts = await findDrafts(database, collection)
  const added = [...drafts.keys()].filter((id) => !published.some((entry) => entry.id === id))
  const schema = getCollectionSchema(collection)
  const titles = await Promise.all(added.map((id) => findDraftTitle(database, `${collection}/${id}`)))
  return [
    ...published.map((entry) => ({
      id: entry.id,
      title: content.titleOf(`${collection}/${entry.id}`),
      about: describe(schema, content.template(`${collection}/${entry.id}`)),
      state: toState(entry),
      draft: drafts.get(entry.id),
    })),
    ...added.map((id, index) => ({
      ...{ id, title: titles[index] || id, about: '' },
      ...{ state: 'new' as const, draft: drafts.get(id) },
    })),
  ]
}

function toState({ archived, ...entry }: Entry<CollectionName>): EntryState {
  if (archived) return 'removed'
  return 'available' in entry && !entry.available ? 'unavailable' : 'shown'
}

/** '1 hr, Price varies' of a service, 'Therapist' of a person. */
const describe = ({ list, fields }: CollectionSchema, value: Parts) =>
  list.about.fields.map((name) => describeField(fields[name]!, value[name])).join(', ')

/** '$12.00', the date of a post, the number of a form's fields, the days of a plan. */
function describeField(field: Field, value: unknown) {
  if (field.kind === 'money') return formatCents(Number(value))
  if (field.kind === 'moment') return value && formatClinicDate(Date.parse(String(value)), clinicTimeZone)
  if (field.kind !== 'list') return value
  const { each, field: counted } = field.counts ?? { each: field.each, field: undefined }
  const items = value as Parts[]
  return formatCount(
    counted ? items.reduce((sum, item) => sum + Number(item[counted]), 0) : items.length,
    each.toLowerCase(),
  )
}

const formatCount = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`

async function findDrafts({ db }: Database, collection: CollectionName) {
  const rows = await db
    .selectFrom('contentDrafts as newest')
    .select(['record', 'publishAt'])
    .where('record', 'like', `${collection}/%`)
    .where('changes', 'is not', null)
    .where('revision', '=', ({ selectFrom }) =>
      selectFrom('contentDrafts as other')
        .select(({ fn }) => fn.max('other.revision').as('revision'))
        .whereRef('other.record', '=', 'newest.record'),
    )
    .orderBy('record')
    .execute()
  return new Map(
    rows.map(({ record, publishAt }) => [
      record.slice(collection.length + 1),
      publishAt === null ? ('waiting' as const) : ('scheduled' as const),
    ]),
  )
}

/** What a new entry is called, of which nothing is published. */
export async function findDraftTitle(database: Pick<Database, 'db'>, name: ContentName) {
  const { named = '' } = getSource(name).schema
  const title = (await findDraft(database, name)).draft?.value[named]
  return typeof title === 'string' ? title : undefined
}

/** What is asked of a new entry besides its name: what can't stay blank if it is saved at once. */
export function listAsked(content: Pick<ContentNow, 'list' | 'titleOf'>, collection: CollectionName): Fields {
  const { named, saves, fields } = getCollectionSchema(collection)
  if (saves !== 'at-once') return {}
  const blank = toBlank(fields)
  const asked = Object.entries(fields).filter(
    ([name, field]) => name !== named && !toRule(field).safeParse(blank[name]).success,
  )
  return offerFields(content, Object.fromEntries(asked))
}

type NewEntry = {
  collection: CollectionName
  title: string
  /** What else was asked. */
  rest?: object
  /** Addresses of something else. */
  taken?: ReadonlySet<string>
  now: number
}

/** Saves it, or begins a draft, under an id that is made of the title and that nothing had before. */
export async function createEntry(
  deps: PublishDeps & Pick<Deps, 'content'>,
  actor: Actor,
  { collection, title, rest, taken, now }: NewEntry,
) {
  const { database, content } = deps
  await content.reload()
  const { fields, named, saves } = getCollectionSchema(collection)
  const wanted = toId(collection, title)
  for (let number = 1; ; number += 1) {
    const name: ContentName = `${collection}/${number === 1 ? wanted : `${wanted}-${number}`}`
    if (content.has(name) || taken?.has(toPagePath(name) ?? '')) continue
    const value = { ...toBlank(fields), available: true, everyService: true, ...rest, [named]: title }
    const isSaved =
      saves === 'at-once'
        ? await publishContent(deps, actor, { name, value, over: 0, now })
        : await saveDraft(database, { name, value, over: 0, revision: 0, who: actor.who, now })
    // Someone may have begun the same.
    if (isSaved.ok) return name
  }
}

/** 'Garbha Saṃskāra' becomes 'garbha-samskara'. Never a mere number, which objects would put first. */
function toId(collection: CollectionName, title: string) {
  const id = spell(title)
  return /^\d*$/.test(id) ? [collection, id].filter(Boolean).join('-') : id
}

const spell = (title: string) =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)
    .replace(/-+$/, '')

type Move = {
  collection: CollectionName
  id: string
  by: -1 | 1
  /** The entry it moves past, where a page doesn't show all of them; otherwise its neighbor in the list. */
  past?: string | undefined
  over: number
  now: number
}

/**
 * Moves an entry before or after another one on the website; `over` as for `publishContent`. `past`: the entry that has
 * its place now, so that moving it past that one again undoes it.
 */
export async function moveEntry(
  deps: PublishDeps & Pick<Deps, 'content'>,
  actor: Actor,
  { collection, id, by, past, over, now }: Move,
) {
  const ids = deps.content.list(collection).map((entry) => entry.id)
  const from = ids.indexOf(id)
  if (from < 0 || (past !== undefined && !ids.includes(past))) return { ok: false, reason: 'not-there' } as const
  const next = past === undefined ? from + by : ids.indexOf(past)
  if (ids[next] === undefined) return { ok: false, reason: 'changed-meanwhile' } as const
  ids.splice(next, 0, ...ids.splice(from, 1))
  const moved = await publishContent(deps, actor, { name: `order/${collection}`, value: { ids }, over, now })
  return moved.ok ? { ...moved, past: ids[from]! } : moved
}

type Removal = { name: EntryName; isRemoved: boolean; over: number; now: number }

/** Takes a published entry off the website, or puts it back. Its draft stays a draft. `over` as for `publishContent`. */
export function setRemoved(
  deps: PublishDeps & Pick<Deps, 'content'>,
  actor: Actor,
  { name, isRemoved, over, now }: Removal,
) {
  const value = { ...deps.content.template(name), archived: isRemoved }
  const act = isRemoved ? 'content.removed' : 'content.put-back'
  return publishContent(deps, actor, { name, value, over, now, act })
}
