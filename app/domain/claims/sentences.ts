import { findLastIndexAtOrBelow } from './last-at-or-below.ts'

/** A part of a text, its end excluded. */
export type Sentence = { start: number; end: number }

/**
 * The sentences of a text as readPlainly gives it: they end with a full stop, a question or exclamation mark before a
 * space, or with the paragraph. What goes on for longer than anybody writes is cut between two words, so that a text
 * without any punctuation costs no more than another.
 */
export function splitSentences(plain: string): Sentence[] {
  const found: Sentence[] = []
  for (let start = 0; start < plain.length;) {
    const end = findSentenceEnd(plain, start)
    found.push({ start, end })
    start = end
  }
  return found
}

/** Some sentences of a text put together, to be searched at once: much faster than each by itself. */
export function joinSentences(text: string, sentences: Sentence[]) {
  const starts: number[] = []
  let length = 0
  for (const { start, end } of sentences) {
    starts.push(length)
    length += end - start + 1
  }
  return {
    // A line break ends a sentence for every pattern.
    text: sentences.map(({ start, end }) => text.slice(start, end)).join('\n'),
    /** The sentence, and the place in the whole text, of an offset in the joined one. */
    placeOf(offset: number) {
      const index = findLastIndexAtOrBelow(starts, offset)
      const sentence = sentences[index] ?? none
      return { sentence, start: sentence.start + offset - (starts[index] ?? 0) }
    },
  }
}

const none: Sentence = { start: 0, end: 0 }

const maxLength = 2_000

function findSentenceEnd(plain: string, start: number) {
  ends.lastIndex = start
  const found = ends.exec(plain)
  const end = found ? found.index + found[0].length : plain.length
  if (end - start <= maxLength) return end
  const space = plain.lastIndexOf(' ', start + maxLength)
  return space > start ? space + 1 : start + maxLength
}

// 'H. pylori' and 'e. coli' are no two sentences.
const ends = /(?<!\b(?:dr|mr|mrs|ms|st|vs|e\.g|i\.e))[.!?]+["')\]]* (?!(?:pylori|coli|difficile|albicans)\b)|\n/g
