/**
 * Decodes a feed. Servers and authors often declare the wrong encoding, so the bytes decide first: a byte order mark,
 * the zeros of UTF-16, valid UTF-8. Then the encoding of the HTTP header or XML declaration, else windows-1252, which
 * decodes every byte.
 */
export function decodeFeed(body: Uint8Array, contentType = '') {
  const utf16 = detectUtf16(body)
  if (utf16) return new TextDecoder(utf16).decode(body)
  const named = [parseCharset(contentType), parseXmlEncoding(body)]
    .map(createDecoder)
    .filter((decoder) => decoder !== undefined)
  // The only encoding whose bytes are also valid UTF-8.
  const shifting = named.find(({ encoding }) => encoding === 'iso-2022-jp' && body.includes(escapeByte))
  const text = (shifting && decode(shifting, body)) ?? decode(strictUtf8(), body)
  if (text !== undefined) return text
  const hasUtf8Mark = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf
  if (hasUtf8Mark || named[0]?.encoding === 'utf-8') return decodeMixed(body)
  for (const decoder of named) {
    const said = decode(decoder, body)
    if (said !== undefined) return said
  }
  return windows1252.decode(body)
}

/** Undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** By its byte order mark, or by the ASCII with which feeds begin: UTF-16 writes it with a zero before or after. */
function detectUtf16([first, second]: Uint8Array) {
  if ((first === 0xfe && second === 0xff) || (first === 0 && second)) return 'utf-16be'
  if ((first === 0xff && second === 0xfe) || (first && second === 0)) return 'utf-16le'
  return undefined
}

const parseCharset = (contentType: string) => /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1]

/** Every encoding that a declaration can name writes it in ASCII. */
function parseXmlEncoding(body: Uint8Array) {
  const start = new TextDecoder('latin1').decode(body.subarray(0, 200))
  return /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(start)?.[1]
}

const escapeByte = 0x1b
const strictUtf8 = () => new TextDecoder('utf-8', { fatal: true })
const windows1252 = new TextDecoder('windows-1252')

/** UTF-16 is detected by its zeros, so a declared one is wrong. */
function createDecoder(label: string | undefined) {
  try {
    const decoder = label === undefined ? undefined : new TextDecoder(label, { fatal: true })
    return decoder?.encoding.startsWith('utf-16') ? undefined : decoder
  } catch {
    return undefined
  }
}

function decode(decoder: TextDecoder, body: Uint8Array) {
  try {
    return decoder.decode(body)
  } catch {
    return undefined
  }
}

/** UTF-8 with pasted bytes of windows-1252. */
function decodeMixed(body: Uint8Array) {
  const utf8 = new TextDecoder()
  return Buffer.from(body)
    .toString('latin1')
    .replace(beyondAscii, (bytes) => (bytes.length > 1 ? utf8 : windows1252).decode(Buffer.from(bytes, 'latin1')))
}

/** A UTF-8 character (RFC 3629, section 4), else a single byte. */
const beyondAscii =
  /[\xC2-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF]|[\xE1-\xEC\xEE\xEF][\x80-\xBF]{2}|\xED[\x80-\x9F][\x80-\xBF]|\xF0[\x90-\xBF][\x80-\xBF]{2}|[\xF1-\xF3][\x80-\xBF]{3}|\xF4[\x80-\x8F][\x80-\xBF]{2}|[\x80-\xFF]/g
