import { splitWords } from './search-words.ts'

/** Text around the match, split so that every second part is a match. */
export type Snippet = string[]

const maxLength = 160

/** Returns the beginning of the text if there is no match. */
export function createSnippet(text: string, isWanted: (word: string) => boolean): Snippet {
  const words = splitWords(text)
  const first = words.findIndex(isWanted)
  const around = excerpt(text, first < 0 ? 0 : findWordOffset(text, words, first))
  const parts = ['']
  let done = 0
  for (const word of splitWords(around)) {
    const start = around.indexOf(word, done)
    parts.push(`${parts.pop()}${around.slice(done, start)}`)
    if (isWanted(word)) parts.push(word, '')
    else parts.push(`${parts.pop()}${word}`)
    done = start + word.length
  }
  parts.push(`${parts.pop()}${around.slice(done)}`)
  return parts
}

function findWordOffset(text: string, words: string[], index: number) {
  let place = 0
  for (const word of words.slice(0, index)) place = text.indexOf(word, place) + word.length
  return text.indexOf(words[index] ?? '', place)
}

function excerpt(text: string, place: number) {
  if (text.length <= maxLength) return text
  const sentence = Math.max(...['. ', '? ', '! '].map((end) => text.lastIndexOf(end, place) + 1))
  const near = place - sentence < maxLength / 2 ? sentence : text.indexOf(' ', place - maxLength / 3)
  const start = Math.max(0, near)
  const rest = text.slice(start).trim()
  const cut = rest.length > maxLength ? `${rest.slice(0, rest.lastIndexOf(' ', maxLength))} …` : rest
  return start > 0 && near !== sentence ? `… ${cut}` : cut
}
