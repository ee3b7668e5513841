import type { FileProblem } from './subscriber-import.ts'

type Bytes = () => AsyncIterable<Uint8Array>

/** A file as text, to be read from its beginning as often as needed, with its first lines at hand. */
export type FileText = { head: string; read(): AsyncGenerator<string> }

const headBytes = 64 * 1024

/**
 * Recognises how a file is written: UTF-8 or UTF-16 with a mark, plain UTF-8, else the encoding of Western European
 * Windows, which includes Latin-1. Reads all of it once, since only the last byte may tell.
 */
export async function recogniseText(bytes: Bytes): Promise<FileText | { problem: FileProblem }> {
  const strict = new TextDecoder('utf-8', { fatal: true })
  const first: Uint8Array[] = []
  let size = 0
  let isUtf8 = true
  let hasNul = false
  for await (const part of bytes()) {
    if (size < headBytes) first.push(part)
    size += part.length
    hasNul ||= part.includes(0)
    isUtf8 &&= decodes(strict, part)
  }
  isUtf8 &&= decodes(strict)
  const beginning = Buffer.concat(first)
  const wide = wideEncodingOf(beginning)
  if (hasNul && !wide) return { problem: 'binary' }
  const encoding = wide ?? (isUtf8 ? 'utf-8' : 'windows-1252')
  const text = new TextDecoder(encoding).decode(beginning.subarray(0, headBytes), { stream: size > headBytes })
  if (size <= headBytes && text.trim() === '') return { problem: 'empty' }
  const lines = evenLines(text)
  // Only the whole file ends where a line ends.
  return { head: size <= headBytes ? `${lines}\n` : lines, read: () => textOf(bytes, encoding) }
}

/** Says whether the bytes go on as UTF-8; without bytes, whether they may end here. */
function decodes(strict: TextDecoder, part?: Uint8Array) {
  try {
    strict.decode(part, { stream: part !== undefined })
    return true
  } catch {
    return false
  }
}

/** As spreadsheet programs save 'Unicode text'. */
function wideEncodingOf(beginning: Buffer) {
  const mark = beginning.subarray(0, 2).toString('hex')
  return mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : undefined
}

/** Longer lines than this are no list, and reading them whole would take memory without end. */
const longestLine = 20_000

/** What stands for a line that is too long; no address. */
const tooLong = '…'

async function* textOf(bytes: Bytes, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  let rest = ''
  let isTooLong = false
  for await (const part of bytes()) {
    // An end that may be half of a line's end waits for the other half.
    const text = rest + decoder.decode(part, { stream: true })
    const end = text.endsWith('\r') ? text.length - 1 : text.length
    const lines = evenLines(text.slice(0, end)).split('\n')
    const last = lines.pop() ?? ''
    let ready = ''
    for (const line of lines) {
      ready += `${isTooLong || line.length > longestLine ? tooLong : line}\n`
      isTooLong = false
    }
    yield ready
    isTooLong ||= last.length > longestLine
    rest = (isTooLong ? '' : last) + text.slice(end)
  }
  rest += decoder.decode()
  yield isTooLong ? tooLong : evenLines(rest)
}

/** The parser counts lines right only where all of them end alike. */
const evenLines = (text: string) => text.replace(/\r\n?/g, '\n')
