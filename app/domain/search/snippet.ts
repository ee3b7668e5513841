import { searchKey, wordsOf } from './search-words.ts'

/** Some words of a text around what was searched for, in parts of which every second one was searched for. */
export type Snippet = string[]

const longest = 160

/** The beginning of the text where it has none of the keys. */
export function snippetOf(text: string, isWanted: (key: string) => boolean): Snippet {
  const words = wordsOf(text)
  const first = words.findIndex((word) => isWanted(searchKey(word) ?? ''))
  const around = excerpt(text, first < 0 ? 0 : placeOf(text, words, first))
  const parts = ['']
  let done = 0
  for (const word of wordsOf(around)) {
    const start = around.indexOf(word, done)
    parts.push(`${parts.pop()}${around.slice(done, start)}`)
    if (isWanted(searchKey(word) ?? '')) parts.push(word, '')
    else parts.push(`${parts.pop()}${word}`)
    done = start + word.length
  }
  parts.push(`${parts.pop()}${around.slice(done)}`)
  return parts
}

function placeOf(text: string, words: string[], index: number) {
  let place = 0
  for (const word of words.slice(0, index)) place = text.indexOf(word, place) + word.length
  return text.indexOf(words[index] ?? '', place)
}

function excerpt(text: string, place: number) {
  if (text.length <= longest) return text
  const sentence = Math.max(...['. ', '? ', '! '].map((end) => text.lastIndexOf(end, place) + 1))
  const near = place - sentence < longest / 2 ? sentence : text.indexOf(' ', place - longest / 3)
  const start = Math.max(0, near)
  const rest = text.slice(start).trim()
  const cut = rest.length > longest ? `${rest.slice(0, rest.lastIndexOf(' ', longest))} …` : rest
  return start > 0 && near !== sentence ? `… ${cut}` : cut
}
