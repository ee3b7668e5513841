import MiniSearch, { type SearchOptions } from 'minisearch'
import { findNearestKeys } from './nearest-keys.ts'
import { normalizeWord, spellingKeys, toSearchKey, splitWords } from './search-words.ts'
import { type Snippet, createSnippet } from './snippet.ts'

export type SearchResult = {
  type: 'Service' | 'Product' | 'Page' | 'Post'
  title: string
  url: string
  /** A line under the result. */
  note?: string
  /** The title of the page, of a result that is a section of it. */
  page?: string
}

/** What can be found. `synonyms` are other words for it, which are not shown. */
export type SearchDocument = SearchResult & { text: string; synonyms?: string }

export type FoundResult = SearchResult & { snippet?: Snippet }

export type SearchIndex = {
  documents: SearchDocument[]
  fullText: MiniSearch
  keys: Set<string>
  /** Of each document, the words as they are written. */
  written: string[][]
}

const maxResults = 50
const maxCharacters = 200
const maxWords = 12

const isKey = (key: string | undefined): key is string => key !== undefined
/** Words are made keys before they reach the library, so that it has nothing left to do with them. */
const keys = { tokenize: (text: string) => text.split(' '), processTerm: (key: string) => key || null }

/** Makes documents searchable; those with the same address and title become one, the first one leading. */
export function createSearchIndex(given: SearchDocument[]): SearchIndex {
  const byPlace = new Map<string, SearchDocument>()
  for (const document of given) {
    const key = `${document.url} ${document.title}`
    const known = byPlace.get(key)
    byPlace.set(key, known ? { ...document, ...known, text: `${known.text} ${document.text}`.trim() } : document)
  }
  const documents = [...byPlace.values()]
  const fullText = new MiniSearch({ fields: ['title', 'synonyms', 'text'], ...keys })
  const known = new Set<string>()
  documents.forEach(({ title, text, synonyms = '' }, id) => {
    const fields = {
      title: withPairs(title).join(' '),
      synonyms: withPairs(synonyms).join(' '),
      text: toKeys(text).join(' '),
    }
    for (const field of Object.values(fields)) for (const key of field.split(' ')) if (key) known.add(key)
    fullText.add({ id, ...fields })
  })
  const written = documents.map(({ title, text, synonyms = '' }) => [
    ...new Set(splitWords(`${title} ${synonyms} ${text}`).map(normalizeWord)),
  ])
  return { documents, fullText, keys: known, written }
}

const toKeys = (text: string) => splitWords(text).map(toSearchKey).filter(isKey)

/** Also each word joined with the next: 'skincare' is found by 'skin care', and the other way round. */
function withPairs(text: string) {
  const words = splitWords(text)
  const pairs = words.slice(1).map((word, index) => toSearchKey(`${words[index]}${word}`))
  return [...words.map(toSearchKey), ...pairs].filter(isKey)
}

/**
 * Titles that contain the term come first (specification, section 9), then what has all its words, then what has any of
 * them. A word that is nowhere on the site is read as the ones it may have been meant for. Any term is safe; a blank one
 * finds nothing.
 */
export function searchSite(index: SearchIndex, term: string): FoundResult[] {
  const wanted = fold(term)
  if (!wanted) return []
  const titles = findTitleMatches(index.documents, wanted)
  const meant = parseQuery(index, wanted, { guess: titles.length === 0 })
  const found = new Set([...titles, ...findTextMatches(index, meant, wanted)])
  const wantedKeys = meant.flatMap((one) => one.keys)
  const isWanted = (key: string) => wantedKeys.some((one) => one === key || (one.length > 2 && key.startsWith(one)))
  return [...found].slice(0, maxResults).flatMap((id) => {
    const document = index.documents[id]
    return document ? [toResult(document, isWanted)] : []
  })
}

function toResult(
  { type, title, url, note, page, text }: SearchDocument,
  isWanted: (key: string) => boolean,
): FoundResult {
  return {
    type,
    title,
    url,
    ...(note && { note }),
    ...(page && { page }),
    ...(text && { snippet: createSnippet(text, isWanted) }),
  }
}

const fold = (text: string) => text.toWellFormed().normalize('NFC').trim().toLowerCase()

/** Places in `documents`: the whole title, its beginning, the beginning of one of its words, anywhere. */
function findTitleMatches(documents: SearchDocument[], wanted: string) {
  const rankOf = (title: string) => {
    if (title === wanted) return 0
    if (title.startsWith(wanted)) return 1
    return title.includes(` ${wanted}`) ? 2 : 3
  }
  return documents
    .map(({ title }, id) => ({ id, title: fold(title) }))
    .filter(({ title }) => title.includes(wanted))
    .map(({ id, title }) => ({ id, rank: rankOf(title) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ id }) => id)
}

/** A word that was asked for, or two of them joined, with the keys that it may stand for. */
type QueryWord = { keys: string[]; words: 1 | 2 }

function parseQuery({ keys: known }: SearchIndex, wanted: string, { guess }: { guess: boolean }): QueryWord[] {
  // Everything beyond is dropped: the work stays small whatever is asked.
  const asked = [...wanted.slice(0, 2 * maxCharacters)].slice(0, maxCharacters).join('')
  const words = splitWords(asked).slice(0, maxWords)
  const begins = (key: string) => key.length > 2 && known.values().some((one) => one.startsWith(key))
  const isKnown = (key: string) => known.has(key) || begins(key)
  const singles = words.map(toSearchKey).filter(isKey)
  const pairs = words.slice(1).map((word, at) => toSearchKey(`${words[at]}${word}`))
  return [
    ...singles.map((key): QueryWord => ({ keys: guess && !isKnown(key) ? guessKeys(key, known) : [key], words: 1 })),
    ...pairs
      .filter(isKey)
      .filter((pair) => known.has(pair))
      .map((pair): QueryWord => ({ keys: [pair], words: 2 })),
  ].filter(({ keys }) => keys.length > 0)
}

/** A mistyped word may stand for another spelling of one on the site, too. */
function guessKeys(key: string, known: Set<string>) {
  const others = spellingKeys.entries().filter(([, shared]) => known.has(shared))
  const spellings = new Map([...others, ...[...known].map((one) => [one, one] as const)])
  return [...new Set(findNearestKeys(key, spellings.keys()).map((near) => spellings.get(near) ?? near))]
}

const options: SearchOptions = {
  boost: { title: 3, synonyms: 3 },
  prefix: (key) => key.length > 2,
  weights: { prefix: 0.3, fuzzy: 0.3 },
  ...keys,
}

/** What has the most of the words first; of those, what has them as they were typed, not only by their sound. */
function findTextMatches({ fullText, written }: SearchIndex, meant: QueryWord[], wanted: string): number[] {
  const found = fullText.search({ queries: meant.flatMap(({ keys }) => keys) }, options)
  const typed = splitWords(wanted)
    .slice(0, maxWords)
    .map(normalizeWord)
    .filter((word) => word.length > 2)
  const wordsIn = ({ queryTerms }: { queryTerms: string[] }) =>
    meant.reduce((sum, { keys, words }) => sum + (keys.some((key) => queryTerms.includes(key)) ? words : 0), 0)
  const writtenIn = (id: number) => typed.filter((word) => written[id]?.some((one) => one.startsWith(word))).length
  return found
    .map((result) => ({ id: Number(result.id), words: wordsIn(result) }))
    .map((one) => ({ ...one, written: writtenIn(one.id) }))
    .toSorted((one, other) => other.words - one.words || other.written - one.written)
    .map(({ id }) => id)
}
