import { contentCollections, contentRecords } from '#content/schemas/all.ts'
import { toBlank } from './blank.ts'
import type { CollectionSchema, ContentSchema, Values } from './content-schema.ts'
import { entryId } from './entry-id.ts'

export type RecordName = keyof typeof contentRecords
export type CollectionName = keyof typeof contentCollections

export type EntryName = `${CollectionName}/${string}`

/** 'home', 'services/abhyangam' for an entry of a collection, 'order/services' for the order of its entries. */
export type ContentName = RecordName | EntryName | `order/${CollectionName}`

/** The value of a record, as its pages get it. */
export type Content<Name extends RecordName> = Values<(typeof contentRecords)[Name]['schema']['fields']>

/** An entry of a collection. */
export type Entry<Name extends CollectionName> = { id: string } & Values<
  (typeof contentCollections)[Name]['schema']['fields']
>

/** What a function needs that reads entries. */
export type Lists = { list<Name extends CollectionName>(name: Name): readonly Entry<Name>[] }

type Source = {
  schema: ContentSchema
  /** As delivered; blank for an entry that was made in the browser. */
  file: unknown
  isDelivered: boolean
}

/** Undefined if no record can have this name. */
export function findSource(name: string): Source | undefined {
  if (isRecordName(name)) return { ...contentRecords[name], isDelivered: true }
  const [collection = '', id = ''] = name.split('/', 2)
  if (name === `order/${id}` && isCollectionName(id)) return toOrderSource(id)
  if (!isCollectionName(collection) || name !== `${collection}/${id}` || !entryId.test(id)) return undefined
  const { schema, files } = contentCollections[collection]
  const file = Object.hasOwn(files, id) ? (files as Record<string, unknown>)[id] : undefined
  return { schema, file: file ?? toBlank(schema.fields), isDelivered: file !== undefined }
}

function toOrderSource(collection: CollectionName): Source {
  const { schema, files } = contentCollections[collection]
  const fields = { ids: { kind: 'ids' } } as const
  return {
    schema: { ...schema, title: `${schema.title} order`, named: undefined, fields },
    file: { ids: Object.keys(files) },
    isDelivered: true,
  }
}

/** The record whose texts are the page at this address; an entry of this name need not exist. */
export function findRecordAt(path: string): ContentName | undefined {
  const record = (Object.keys(contentRecords) as RecordName[]).find((name) => getSource(name).schema.path === path)
  if (record) return record
  const collections = Object.keys(contentCollections) as CollectionName[]
  const names = collections.map((name) => path.replace(`${getCollectionSchema(name).path}/`, `${name}/`))
  return names.filter(isContentName).find((name) => toPagePath(name) === path)
}

/**
 * The public page of a record, if everybody may see it. An entry without one of its own, such as one that was removed, is
 * where others are listed.
 */
export function toPagePath(name: ContentName, { archived }: { archived?: unknown } = {}) {
  const { path, ownPages } = getSource(name).schema
  const [collection = '', id] = name.split('/', 2)
  return ownPages && isCollectionName(collection) && archived !== true ? `${path}/${id}` : path
}

export const getSource = (name: ContentName): Source => findSource(name)!

export const getCollectionSchema = (name: CollectionName): CollectionSchema => contentCollections[name].schema

/** The schema of the collection that it is an entry of. */
export const findCollectionSchema = (name: ContentName) => {
  const [collection = ''] = name.split('/')
  return isCollectionName(collection) ? getCollectionSchema(collection) : undefined
}

/** Whether what is saved of it counts at once. Otherwise it is a draft until it is published. */
export const savesAtOnce = (name: ContentName) => findCollectionSchema(name)?.saves === 'at-once'

export const isEntryName = (name: string): name is EntryName => isCollectionName(name.split('/')[0] ?? '')

export const isContentName = (name: string): name is ContentName => findSource(name) !== undefined
export const isRecordName = (name: string): name is RecordName => Object.hasOwn(contentRecords, name)
export const isCollectionName = (name: string): name is CollectionName => Object.hasOwn(contentCollections, name)
