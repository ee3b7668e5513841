import type { FileProblem } from './subscriber-import.ts'

type Bytes = () => AsyncIterable<Uint8Array>

/** `read` starts at the beginning each time; `head` is the first lines. */
export type FileText = { head: string; read(): AsyncGenerator<string> }

const headBytes = 64 * 1024

/**
 * Detects the encoding: UTF-8, UTF-16 with or without a byte order mark, else windows-1252, which includes Latin-1. Reads
 * the whole file once, since only the last byte may tell.
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
  const encoding = wide ?? (isUtf8 ? 'utf-8' : 'mixed')
  const text = createDecoder(encoding)(beginning.subarray(0, headBytes), size > headBytes)
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
  if (mark === 'fffe') return 'utf-16le'
  if (mark === 'feff') return 'utf-16be'
  // Without a mark: every second byte of ASCII is zero, and no other.
  const zeros = [0, 0]
  for (const [index, byte] of beginning.entries()) if (byte === 0) zeros[index % 2]! += 1
  const [even = 0, odd = 0] = zeros
  const most = beginning.length / 4
  if (odd > most && even * 20 < odd) return 'utf-16le'
  return even > most && odd * 20 < even ? 'utf-16be' : undefined
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'mixed'

/** 'mixed': lists that were put together of several files have lines in UTF-8 and in windows-1252. */
function createDecoder(encoding: Encoding) {
  if (encoding !== 'mixed') {
    const decoder = new TextDecoder(encoding)
    return (bytes?: Uint8Array, stream = bytes !== undefined) => decoder.decode(bytes, { stream })
  }
  let rest = Buffer.alloc(0)
  return (bytes: Uint8Array = Buffer.alloc(0), stream = bytes.length > 0) => {
    const all = Buffer.concat([rest, bytes])
    let end = all.length
    // A character may be cut in two.
    while (stream && end > 0 && all.length - end < 3 && all[end - 1]! >= 0x80) end -= 1
    rest = all.subarray(end)
    return all
      .subarray(0, end)
      .toString('latin1')
      .replaceAll(beyondAscii, (text) => {
        const part = Buffer.from(text, 'latin1')
        return text.length > 1 ? part.toString('utf8') : windows.decode(part)
      })
  }
}

/** A character of UTF-8, or a byte that begins none; of a text whose characters are bytes. */
const beyondAscii = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|[\x80-\xff]/g
const windows = new TextDecoder('windows-1252')

/** Longer lines are not read, so that memory stays bounded. */
const longestLine = 20_000

/** Replaces a line that is too long. */
export const tooLong = '…'

async function* decodeLines(bytes: Bytes, encoding: Encoding): AsyncGenerator<string> {
  const decode = createDecoder(encoding)
  let rest = ''
  let isTooLong = false
  for await (const part of bytes()) {
    // A CR may be half of a CRLF, so it waits for the next part.
    const text = rest + decode(part)
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
  rest += decode()
  yield isTooLong ? tooLong : normalizeLineEnds(rest)
}

/** The parser counts lines correctly only if all of them end alike. */
const normalizeLineEnds = (text: string) => text.replace(/\r\n?/g, '\n')
