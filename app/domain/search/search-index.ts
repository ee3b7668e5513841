import MiniSearch, { type SearchOptions } from 'minisearch'

export type SearchResult = {
  type: 'Service' | 'Product' | 'Page' | 'Post'
  title: string
  url: string
  /** A line under the result. */
  note?: string
}

/** What can be found: `text` is searched, but not shown. */
export type SearchDocument = SearchResult & { text: string }

export type SearchIndex = { documents: SearchDocument[]; fullText: MiniSearch }

const mostResults = 50
const mostCharacters = 200
const mostWords = 12

/** Makes documents searchable; those with the same address and title become one, the first one leading. */
export function createSearchIndex(given: SearchDocument[]): SearchIndex {
  const byPlace = new Map<string, SearchDocument>()
  for (const document of given) {
    const key = `${document.url} ${document.title}`
    const known = byPlace.get(key)
    byPlace.set(key, known ? { ...document, ...known, text: `${known.text} ${document.text}` } : document)
  }
  const documents = [...byPlace.values()]
  const fullText = new MiniSearch({ fields: ['title', 'text'], processTerm })
  fullText.addAll(documents.map(({ title, text }, id) => ({ id, title, text })))
  return { documents, fullText }
}

/**
 * Titles that contain the term come first, then what has it in its text; small typing errors are forgiven.
 * Any term is safe; a blank one finds nothing.
 */
export function searchSite({ documents, fullText }: SearchIndex, term: string): SearchResult[] {
  const wanted = fold(term)
  if (!wanted) return []
  const titles = titleMatches(documents, wanted)
  const found = new Set([...titles, ...textMatches(fullText, wanted, { guess: titles.length === 0 })])
  return [...found].slice(0, mostResults).flatMap((id) => {
    const document = documents[id]
    return document ? [resultOf(document)] : []
  })
}

const resultOf = ({ type, title, url, note }: SearchDocument): SearchResult => ({
  type,
  title,
  url,
  ...(note && { note }),
})

const fold = (text: string) => text.toWellFormed().normalize('NFC').trim().toLowerCase()

/** Places in `documents`: the whole title, its beginning, the beginning of one of its words, anywhere. */
function titleMatches(documents: SearchDocument[], wanted: string) {
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

/**
 * What has all the words, or words that begin like them. Only where there is nothing of the kind, typing errors
 * are forgiven, and then any of the words will do: a guess beside a sure result would be noise.
 */
function textMatches(fullText: MiniSearch, wanted: string, { guess }: { guess: boolean }): number[] {
  // Everything beyond is dropped: the work stays small whatever is asked.
  const words = [...wanted.slice(0, 2 * mostCharacters)]
    .slice(0, mostCharacters)
    .join('')
    .split(/\s+/)
    .slice(0, mostWords)
  for (const options of guess ? [strict, tolerant, anyWord] : [strict]) {
    const matches = fullText.search(words.join(' '), options)
    if (matches.length > 0) return matches.map(({ id }) => Number(id))
  }
  return []
}

const strict: SearchOptions = { boost: { title: 3 }, combineWith: 'AND', prefix: (word) => word.length > 2 }

// Short words stand too close to each other for typing errors, very long ones cost too much.
const tolerant: SearchOptions = { ...strict, fuzzy: (word) => (word.length > 3 && word.length <= 30 ? 0.2 : false) }

const anyWord: SearchOptions = { ...tolerant, combineWith: 'OR' }

/** Words that say nothing about a page; accents make no difference. */
function processTerm(term: string) {
  const word = (isAscii.test(term) ? term : term.normalize('NFKD').replace(/\p{M}+/gu, '')).toLowerCase()
  return word === '' || fillWords.has(word) ? null : word
}

const isAscii = /^[\x20-\x7e]*$/

const fillWords = new Set(
  'a an and are as at be by for from how i in is it of on or our that the this to we what when where who with you your'.split(
    ' ',
  ),
)
