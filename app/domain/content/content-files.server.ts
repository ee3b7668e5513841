import { isDeepStrictEqual } from 'node:util'
import { contentCollections, contentRecords } from '#content/schemas/all.ts'
import { findClaims } from '#app/domain/claims/find-claims.ts'
import type { Parts } from './changes.server.ts'
import type { ContentNow } from './content-now.server.ts'
import {
  type CollectionName,
  type ContentName,
  findSource,
  getSource,
  type RecordName,
  toPagePath,
} from './content-record.ts'
import { type Fields, listChanged, listPlaces, type Place } from './content-schema.ts'
import { toRule } from './field-rules.server.ts'
import { textOf } from './markdown-fields.ts'
import { findMissing, type Lookups, noPage } from './lookups.ts'

const records = Object.keys(contentRecords) as RecordName[]
const collections = Object.keys(contentCollections) as CollectionName[]

/** 'pages/home.json'; 'clinic.json' of 'clinic/phones', which is one of its parts. */
export const recordFile = (name: RecordName) =>
  name.includes('/') ? `${name.split('/')[0]}.json` : `pages/${name}.json`

const collectionFile = (name: CollectionName) => `${name}.json`

/** What is published as the files of content/: their texts by their paths in that folder. */
export function toContentFiles(content: Pick<ContentNow, 'template' | 'list'>): Record<string, string> {
  const entriesOf = (name: CollectionName) =>
    Object.fromEntries(content.list(name).map(({ id }) => [id, content.template(`${name}/${id}`)]))
  const files: Record<string, Parts> = {}
  for (const name of records) {
    const part = name.split('/')[1]
    const value = content.template(name)
    files[recordFile(name)] = part === undefined ? value : { ...files[recordFile(name)], [part]: value }
  }
  for (const name of collections) files[collectionFile(name)] = entriesOf(name)
  return Object.fromEntries(Object.entries(files).map(([path, value]) => [path, toJson(value)]))
}

const toJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

export type FileRecord = { name: ContentName; value: unknown }

type Reading = {
  records: FileRecord[]
  /** Why a file can't be taken: 'pages/home.json, lead: Use at most 240 characters …'. */
  problems: string[]
}

/**
 * The records in the files of such a folder; a file that is not there says nothing about its record. Links may lead to
 * what comes with them.
 */
export function readContentFiles(readFile: (path: string) => string | undefined, lookups: Lookups): Reading {
  const problems: string[] = []
  function parse(path: string): unknown {
    const text = readFile(path)
    try {
      return text === undefined ? undefined : JSON.parse(text)
    } catch {
      problems.push(`${path}: This isn’t JSON.`)
      return undefined
    }
  }
  function check(path: string, name: ContentName, value: unknown): FileRecord[] {
    const found = findProblems(name, value, withOwnPages)
    problems.push(...found.map((problem) => `${path}, ${problem}`))
    return found.length === 0 ? [{ name, value }] : []
  }
  function checkEntries(collection: CollectionName): FileRecord[] {
    const path = collectionFile(collection)
    const entries = read.get(collection)
    if (!isObject(entries)) return []
    const ids = Object.keys(entries)
    const checked = ids.flatMap((id) => {
      const name = `${collection}/${id}` as const
      if (findSource(name)) return check(path, name, entries[id])
      problems.push(`${path}, ${id}: An id has small letters, digits and hyphens.`)
      return []
    })
    return [...checked, { name: `order/${collection}`, value: { ids } }]
  }
  const parsed = new Map<string, unknown>()
  function parseOnce(path: string) {
    if (!parsed.has(path)) parsed.set(path, parse(path))
    return parsed.get(path)
  }
  const read = new Map(collections.map((name) => [name, parse(collectionFile(name))]))
  const ownPages = new Set(collections.flatMap((name) => listOwnPages(name, read.get(name))))
  const withOwnPages = { ...lookups, hasPage: (path: string) => ownPages.has(path) || lookups.hasPage(path) }
  return {
    records: [
      ...records.flatMap((name) => {
        const value = findPart(name, parseOnce(recordFile(name)))
        return value === undefined ? [] : check(recordFile(name), name, value)
      }),
      ...collections.flatMap(checkEntries),
    ],
    problems,
  }
}

function findPart(name: RecordName, file: unknown) {
  const part = name.split('/')[1]
  if (part === undefined) return file
  return isObject(file) && Object.hasOwn(file, part) ? file[part] : undefined
}

/** Of the entries in the file of a collection. */
function listOwnPages(name: CollectionName, entries: unknown) {
  if (!isObject(entries)) return []
  return Object.entries(entries).flatMap(([id, entry]) => {
    const record = `${name}/${id}` as const
    return isObject(entry) && findSource(record) ? toPagePath(record, entry) : []
  })
}

function findProblems(name: ContentName, value: unknown, lookups: Lookups): string[] {
  const { schema, file, isDelivered } = getSource(name)
  const at = name.includes('/') ? `${name.split('/')[1]}: ` : ''
  const { fields } = schema
  const { data, error } = toRule({ kind: 'group', label: '', fields }).safeParse(value)
  if (error) return error.issues.map(({ path, message }) => `${at}${path.join('.')}: ${message}`)
  if (!isDeepStrictEqual(data, value)) return [`${at}It has more than its fields, or not as they are stored.`]
  const fixed = isDelivered ? listChanged(fields, file, value).filter(isLocked) : []
  const lost = listPlaces(fields, value).flatMap((place) => {
    const missing = findMissing(place, lookups)
    if (!missing) return []
    return `${at}${place.path}: ${missing.kind === 'picture' ? noPicture : noPage(missing.path)}`
  })
  // An entry that is published in the browser gets its time there.
  const undated = Object.entries(fields).filter(
    ([field, { kind }]) => kind === 'moment' && (value as Parts)[field] === '',
  )
  return [
    ...fixed.map(({ path }) => `${at}${path}: This text is fixed.`),
    ...lost,
    ...undated.map(([field]) => `${at}${field}: Enter when it was published, such as 2026-11-26T09:00:00Z.`),
  ]
}

const noPicture = 'This picture isn’t in the library.'

const isLocked = ({ field }: Place) => 'locked' in field && field.locked !== undefined

/** Texts that change and may make a claim about a disease: 'home, lead'. */
export const listClaims = (content: Pick<ContentNow, 'template' | 'has'>, read: readonly FileRecord[]) =>
  read.flatMap(({ name, value }) => {
    const { fields }: { fields: Fields } = getSource(name).schema
    const before = content.has(name) ? content.template(name) : getSource(name).file
    const texts = listChanged(fields, before, value).map((place) => ({ path: place.path, text: textOf(place) }))
    const [shown, notice] = [readNotice(name, before), readNotice(name, value)]
    if (notice !== shown) texts.push({ path: 'text', text: notice })
    return texts.filter(({ text }) => findClaims(text).length > 0).map(({ path }) => `${name}, ${path}`)
  })

/** Of the clinic's facts, it alone is free text. */
function readNotice(name: ContentName, value: unknown) {
  const facts = name === 'clinic/notice' && isObject(value) ? value.facts : undefined
  return isObject(facts) && typeof facts.text === 'string' ? facts.text : ''
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
