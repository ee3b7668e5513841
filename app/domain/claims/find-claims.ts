import products from '#content/products.json' with { type: 'json' }
import { searchEntries } from '#content/search-entries.ts'
import services from '#content/services.json' with { type: 'json' }
import { isAnsweredNo, isCaution, isDenied, isReport } from './claim-context.ts'
import { anchors, claimKinds, claimPatterns, type ClaimKind, type ClaimPattern } from './claim-patterns.ts'
import { diseaseGroups, markNames } from './claim-words.ts'
import { normalizeText, type NormalizedText } from './normalize-text.ts'
import { splitSentences, type Sentence } from './sentences.ts'

/** A wording that reads as a claim to diagnose, treat, cure or prevent a disease, and what to say instead. */
export type ClaimHit = {
  pattern: string
  kind: ClaimKind
  /** Place in the given text, in UTF-16 units; `end` is exclusive. */
  start: number
  end: number
  words: string
  /** The sentence around it, shortened if very long, and its place in the text. */
  sentence: string
  sentenceStart: number
  why: string
  source: string
  instead: string
}

const maxHits = 100

/**
 * The disease claims in a plain text, in order and without overlaps, at most a hundred. Convert HTML to text first. A
 * list of patterns is no lawyer: a person should review what it finds, and other claims may slip through.
 */
export function findClaims(text: string): ClaimHit[] {
  const read = normalizeText(text)
  return mergeOverlaps(findMatches(read.plain))
    .slice(0, maxHits)
    .map((match) => toHit(text, read, match))
}

type Match = { pattern: ClaimPattern; sentence: Sentence; start: number; end: number }

function findMatches(plain: string): Match[] {
  const marked = markNames(plain)
  return splitSentences(plain).flatMap((sentence) => {
    const text = marked.slice(sentence.start, sentence.end)
    return anchors.test(text) ? matchSentence(text, sentence, plain) : []
  })
}

/** `text`: of the sentence, with marked names. */
function matchSentence(text: string, sentence: Sentence, plain: string) {
  const whole = plain.slice(sentence.start, sentence.end)
  if (isReport(whole) || isAnsweredNo(whole, plain.slice(sentence.end, sentence.end + 10))) return []
  const matches: Match[] = []
  for (const pattern of claimPatterns) {
    if (pattern.broad && isCaution(whole)) continue
    if (pattern.beside && whole.search(pattern.beside) < 0) continue
    for (const { 0: marks, index } of text.matchAll(pattern.match)) {
      const words = whole.slice(index, index + marks.length)
      if (isClinicName(words) || isDenied(whole.slice(0, index), words)) continue
      const start = sentence.start + index
      matches.push({ pattern, sentence, start, end: start + marks.length })
    }
  }
  return matches
}

function mergeOverlaps(matches: Match[]): Match[] {
  const kept: Match[] = []
  for (const match of matches.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    const last = kept.at(-1)
    if (last && match.start < last.end) last.end = Math.max(last.end, match.end)
    else kept.push(match)
  }
  return kept
}

/** A delivered name of a service or product is no claim by itself; a claim about it still is. */
const clinicNames = [
  ...Object.values(services).flatMap(({ title, price }) => [title, price]),
  ...Object.values(products).map(({ name }) => name),
  ...searchEntries.map(({ title }) => title),
]
  .map((name) => normalizeText(name).plain)
  .toSorted((one, other) => other.length - one.length)

function isClinicName(words: string) {
  const rest = clinicNames.reduce((left, name) => left.replaceAll(name, ' '), words)
  return !/[a-z0-9]/.test(rest.replace(/\b(?:and|or)\b/g, '')) && rest !== words
}

const maxContext = 200

function toHit(text: string, read: NormalizedText, { pattern, sentence, start, end }: Match): ClaimHit {
  const place = read.placeOf(start, end)
  const sentenceEnd = sentence.start + read.plain.slice(sentence.start, sentence.end).trimEnd().length
  const around = read.placeOf(
    Math.max(sentence.start, start - maxContext),
    Math.max(end, Math.min(sentenceEnd, end + maxContext)),
  )
  const { why, source } = claimKinds[pattern.kind]
  return {
    pattern: pattern.id,
    kind: pattern.kind,
    ...place,
    words: text.slice(place.start, place.end),
    sentence: text.slice(around.start, around.end),
    sentenceStart: around.start,
    why,
    source,
    instead: pattern.instead ?? findAlternative(read.plain.slice(start, end)),
  }
}

const groups = diseaseGroups.map(({ names, instead }) => ({ names: new RegExp(`\\b(?:${names})\\b`), instead }))

const findAlternative = (words: string) =>
  groups.find(({ names }) => names.test(words))?.instead ?? 'supports everyday well-being'
