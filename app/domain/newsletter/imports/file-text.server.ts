import type { FileProblem } from './subscriber-import.ts'

type Bytes = () => AsyncIterable<Uint8Array>

/** `read` starts at the beginning each time; `head` is the first lines. */
export type FileText = { head: string; read(): AsyncGenerator<string> }

const headBytes = 64 * 1024

/**
 * Detects the encoding: UTF-8 or UTF-16 with a byte order mark, plain UTF-8, else windows-1252, which includes Latin-1.
 * Reads the whole file once, since only the last byte may tell.
 */
export async function decodeFile(bytes: Bytes): Promise<FileText | { problem: FileProblem }> {
  const strict = new TextDecoder('utf-8', { fatal: true })
  const first: Uint8Array[] = []
  let size = 0
  let isUtf8 = true
  let hasNul = false
  for await (const part of bytes()) {
    if (size < headBytes) first.push(part)
    size += part.length
    hasNul ||= part.includes(0)
    isUtf8 &&= isDecodable(strict, part)
  }
  isUtf8 &&= isDecodable(strict)
  const beginning = Buffer.concat(first)
  const wide = detectUtf16(beginning)
  if (hasNul && !wide) return { problem: 'binary' }
  const encoding = wide ?? (isUtf8 ? 'utf-8' : 'windows-1252')
  const text = new TextDecoder(encoding).decode(beginning.subarray(0, headBytes), { stream: size > headBytes })
  if (size <= headBytes && text.trim() === '') return { problem: 'empty' }
  const lines = normalizeLineEnds(text)
  // The end of the file is the end of a line.
  return { head: size <= headBytes ? `${lines}\n` : lines, read: () => decodeLines(bytes, encoding) }
}

/** Whether the bytes continue as UTF-8; without `part`, whether they may end here. */
function isDecodable(strict: TextDecoder, part?: Uint8Array) {
  try {
    strict.decode(part, { stream: part !== undefined })
    return true
  } catch {
    return false
  }
}

/** Spreadsheet programs save 'Unicode text' so. */
function detectUtf16(beginning: Buffer) {
  const mark = beginning.subarray(0, 2).toString('hex')
  return mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : undefined
}

/** Longer lines are not read, so that memory stays bounded. */
const longestLine = 20_000

/** Replaces a line that is too long. */
const tooLong = '…'

async function* decodeLines(bytes: Bytes, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  let rest = ''
  let isTooLong = false
  for await (const part of bytes()) {
    // A CR may be half of a CRLF, so it waits for the next part.
    const text = rest + decoder.decode(part, { stream: true })
    const end = text.endsWith('\r') ? text.length - 1 : text.length
    const lines = normalizeLineEnds(text.slice(0, end)).split('\n')
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
  yield isTooLong ? tooLong : normalizeLineEnds(rest)
}

/** The parser counts lines correctly only if all of them end alike. */
const normalizeLineEnds = (text: string) => text.replace(/\r\n?/g, '\n')
