/**
 * Invisible characters around a text of a preview that say which field it is, so that the editor finds it on the page
 * without the page's components knowing. The editor takes them out as soon as the preview has loaded. No line breaks at
 * any of them.
 */
const start = '\u2061'
const end = '\u2062'
const separator = '\u2063'
const digits = ['\u2064', '\u200c', '\u200d', '\u2060'] as const

const begin = (path: string) => `${start}${encode(path)}${separator}`

export const mark = (path: string, text: string) => `${begin(path)}${text}${end}`

/** In paragraphs of their own, since Markdown may begin with a list or a heading. */
export const markMarkdown = (path: string, text: string) => `${begin(path)}\n\n${text}\n\n${end}`

const begins = new RegExp(`${start}([${digits.join('')}]*)${separator}`)
const allBegins = new RegExp(begins, 'g')

export const hasMarks = (text: string) => text.includes(start) || text.includes(end)

/** The text without its marks. */
export const withoutMarks = (text: string) =>
  hasMarks(text) ? text.replaceAll(allBegins, '').replaceAll(end, '') : text

/** The fields that the text names. */
export const markedPaths = (text: string) => [...text.matchAll(allBegins)].map(([, code = '']) => decode(code))

/** Cuts a text where marks begin and end, without them. `open`: the field that began in an earlier text. */
export function splitMarks(text: string, open: string | undefined) {
  const pieces: { text: string; path: string | undefined }[] = []
  let path = open
  let isEmptyField = false
  let rest = text
  for (;;) {
    const [whole = '', code] = new RegExp(`${begins.source}|${end}`).exec(rest) ?? []
    const at = whole === '' ? rest.length : rest.indexOf(whole)
    if (at > 0 || isEmptyField) pieces.push({ text: rest.slice(0, at), path })
    if (whole === '') return { pieces, open: path }
    path = code === undefined ? undefined : decode(code)
    isEmptyField = path !== undefined
    rest = rest.slice(at + whole.length)
  }
}

const encode = (path: string) =>
  [...new TextEncoder().encode(path)]
    .flatMap((byte) => [byte >> 6, (byte >> 4) & 3, (byte >> 2) & 3, byte & 3])
    .map((digit) => digits[digit])
    .join('')

function decode(code: string) {
  const values = [...code].map((digit) => digits.findIndex((one) => one === digit))
  const bytes = Array.from({ length: Math.floor(values.length / 4) }, (_, index) =>
    values.slice(index * 4, index * 4 + 4).reduce((byte, digit) => byte * 4 + digit, 0),
  )
  return new TextDecoder().decode(new Uint8Array(bytes))
}
