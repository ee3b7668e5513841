/** `end` is exclusive. */
export type Sentence = { start: number; end: number }

/**
 * Expects normalized text. A sentence ends with '.', '?' or '!' before a space, or with the paragraph. Longer ones are
 * cut between words, so a text without punctuation is not slower.
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

/** Joins sentences, because one search is much faster than one for each. */
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
    /** Maps an offset in the joined text to its sentence and its place in the whole text. */
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

// 'H. pylori' and 'e. coli' do not end a sentence.
const ends = /(?<!\b(?:dr|mr|mrs|ms|st|vs|e\.g|i\.e))[.!?]+["')\]]* (?!(?:pylori|coli|difficile|albicans)\b)|\n/g

/** Index of the last ascending number that is not above the limit. */
export function findLastIndexAtOrBelow(ascending: number[], limit: number) {
  let low = 0
  let high = ascending.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((ascending[middle] ?? 0) <= limit) low = middle
    else high = middle - 1
  }
  return low
}
