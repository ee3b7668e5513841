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
