import MiniSearch, { type SearchOptions } from 'minisearch'
import { findNearestKeys } from './nearest-keys.ts'
import { normalizeWord, type Spellings, toSearchKey, splitWords } from './search-words.ts'
import { type Snippet, createSnippet } from './snippet.ts'

export type SearchResult = {
  type: 'Service' | 'Product' | 'Page' | 'Post'
  title: string
  url: string
  note?: string
  /** For a section: the title of its page. */
  page?: string
}

/** `synonyms` can be found, but are not shown. */
export type SearchDocument = SearchResult & { text: string; synonyms?: string }

export type FoundResult = SearchResult & { snippet?: Snippet }

export type SearchIndex = {
  documents: SearchDocument[]
  fullText: MiniSearch
  keys: Set<string>
  spellings: Spellings
  /** The words of each document as written. */
  written: string[][]
}

const maxResults = 50
const maxCharacters = 200
const maxWords = 12

const isKey = (key: string | undefined): key is string => key !== undefined
/** MiniSearch gets ready keys, so it must not split or process them. */
const keys = { tokenize: (text: string) => text.split(' '), processTerm: (key: string) => key || null }

/** Merges documents with the same address and title; the first one leads. */
export function createSearchIndex(given: SearchDocument[], spellings: Spellings = new Map()): SearchIndex {
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
      title: withPairs(title, spellings).join(' '),
      synonyms: withPairs(synonyms, spellings).join(' '),
      text: toKeys(text, spellings).join(' '),
    }
    for (const field of Object.values(fields)) for (const key of field.split(' ')) if (key) known.add(key)
    fullText.add({ id, ...fields })
  })
  const written = documents.map(({ title, text, synonyms = '' }) => [
    ...new Set(splitWords(`${title} ${synonyms} ${text}`).map(normalizeWord)),
  ])
  return { documents, fullText, keys: known, spellings, written }
}

const toKeys = (text: string, spellings: Spellings) =>
  splitWords(text)
    .map((word) => toSearchKey(word, spellings))
    .filter(isKey)

/** Adds each word joined with the next, so that 'skin care' finds 'skincare' and the other way round. */
function withPairs(text: string, spellings: Spellings) {
  const words = splitWords(text)
  const pairs = words.slice(1).map((word, index) => `${words[index]}${word}`)
  return [...words, ...pairs].map((word) => toSearchKey(word, spellings)).filter(isKey)
}

/**
 * Titles that contain the term come first (specification, section 9), then documents with all words, then with any. A
 * word that is not in the index is treated as a typo.
 */
export function searchSite(index: SearchIndex, term: string): FoundResult[] {
  const wanted = fold(term)
  if (!wanted) return []
  const titles = findTitleMatches(index.documents, wanted)
  const meant = parseQuery(index, wanted, { guess: titles.length === 0 })
  const found = new Set([...titles, ...findTextMatches(index, meant, wanted)])
  const wantedKeys = meant.flatMap((one) => one.keys)
  const isWanted = (word: string) => {
    const key = toSearchKey(word, index.spellings) ?? ''
    return wantedKeys.some((one) => one === key || (one.length > 2 && key.startsWith(one)))
  }
  return [...found].slice(0, maxResults).flatMap((id) => {
    const document = index.documents[id]
    return document ? [toResult(document, isWanted)] : []
  })
}

function toResult(document: SearchDocument, isWanted: (word: string) => boolean): FoundResult {
  const { text, synonyms: _, ...result } = document
  return { ...result, ...(text && { snippet: createSnippet(text, isWanted) }) }
}

const fold = (text: string) => text.toWellFormed().normalize('NFC').trim().toLowerCase()

/** Indexes in `documents`, best first: the whole title, its beginning, the beginning of a word, anywhere. */
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

/** A word of the query, or two joined, with the keys that it may stand for. */
type QueryWord = { keys: string[]; words: 1 | 2 }

function parseQuery(
  { keys: known, spellings }: SearchIndex,
  wanted: string,
  { guess }: { guess: boolean },
): QueryWord[] {
  // Cut the query, so the work stays small.
  const asked = [...wanted.slice(0, 2 * maxCharacters)].slice(0, maxCharacters).join('')
  const words = splitWords(asked).slice(0, maxWords)
  const begins = (key: string) => key.length > 2 && known.values().some((one) => one.startsWith(key))
  const isKnown = (key: string) => known.has(key) || begins(key)
  const singles = words.map((word) => toSearchKey(word, spellings)).filter(isKey)
  const pairs = words.slice(1).map((word, at) => toSearchKey(`${words[at]}${word}`, spellings))
  return [
    ...singles.map((key): QueryWord => ({
      keys: guess && !isKnown(key) ? guessKeys(key, known, spellings) : [key],
      words: 1,
    })),
    ...pairs
      .filter(isKey)
      .filter((pair) => known.has(pair))
      .map((pair): QueryWord => ({ keys: [pair], words: 2 })),
  ].filter(({ keys }) => keys.length > 0)
}

/** Also tries the other spellings of words on the site. */
function guessKeys(key: string, known: Set<string>, spellings: Spellings) {
  const others = spellings.entries().filter(([, shared]) => known.has(shared))
  const all = new Map([...others, ...[...known].map((one) => [one, one] as const)])
  return [...new Set(findNearestKeys(key, all.keys()).map((near) => all.get(near) ?? near))]
}

const options: SearchOptions = {
  boost: { title: 3, synonyms: 3 },
  prefix: (key) => key.length > 2,
  weights: { prefix: 0.3, fuzzy: 0.3 },
  ...keys,
}

/** Most words first, then those that match as typed and not only by sound. */
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
