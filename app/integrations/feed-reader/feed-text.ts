/** The text of a feed: byte order mark first, then the HTTP header, then the XML declaration, else UTF-8. */
export function decodeFeed(body: Uint8Array, contentType = '') {
  const label = markOf(body) ?? charsetIn(contentType) ?? declaredIn(body) ?? 'utf-8'
  return decoderFor(label).decode(body)
}

/** Undefined when it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function markOf(body: Uint8Array) {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8'
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be'
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le'
  return undefined
}

const charsetIn = (contentType: string) => /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1]

/** Encodings that a declaration can name all write it in ASCII. */
function declaredIn(body: Uint8Array) {
  const start = new TextDecoder('latin1').decode(body.subarray(0, 200))
  return /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(start)?.[1]
}

function decoderFor(label: string) {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder()
  }
}
