/** A message as people read it. */
export type ReadMessage = { headers: { name: string; value: string }[]; text?: string; html?: string }

/** Reads the bytes of a message that this site composed (RFC 5322, 2045 to 2047): texts in UTF-8, one in the other. */
export function readMessage(raw: Uint8Array): ReadMessage {
  const { headers, body } = entityOf(Buffer.from(raw).toString('latin1'))
  const parts = textsOf(headers, body)
  const textOf = (type: string) => parts.find((part) => part.type === type)?.text
  return {
    headers: headers.map(({ name, value }) => ({ name, value: decodeWords(value) })),
    text: textOf('text/plain'),
    html: textOf('text/html'),
  }
}

type Header = { name: string; value: string }

/** Bytes stand one to a character until they are decoded. */
function entityOf(entity: string) {
  const end = entity.indexOf('\r\n\r\n')
  const [head, body] = end < 0 ? [entity, ''] : [entity.slice(0, end), entity.slice(end + 4)]
  const headers = head
    .replaceAll(/\r\n(?=[ \t])/g, '')
    .split('\r\n')
    .flatMap((line): Header[] => {
      const colon = line.indexOf(':')
      return colon > 0 ? [{ name: line.slice(0, colon), value: line.slice(colon + 1).trim() }] : []
    })
  return { headers, body }
}

function textsOf(headers: Header[], body: string): { type: string; text: string }[] {
  const contentType = headerOf(headers, 'content-type') ?? 'text/plain'
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase()
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1]
  if (type.startsWith('multipart/') && boundary)
    return `\r\n${body}`
      .split(`\r\n--${boundary}`)
      .slice(1)
      .filter((part) => !part.startsWith('--'))
      .flatMap((part) => {
        const entity = entityOf(part.replace(/^[ \t]*\r\n/, ''))
        return textsOf(entity.headers, entity.body)
      })
  return type.startsWith('text/') ? [{ type, text: decodeBody(body, headers) }] : []
}

const headerOf = (headers: Header[], wanted: string) => headers.find(({ name }) => name.toLowerCase() === wanted)?.value

function decodeBody(body: string, headers: Header[]) {
  const encoding = headerOf(headers, 'content-transfer-encoding')?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  const bytes = encoding === 'quoted-printable' ? decodeQuoted(body.replaceAll(/=[ \t]*\r\n/g, '')) : body
  return Buffer.from(bytes, 'latin1').toString()
}

const decodeQuoted = (text: string) =>
  text.replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))

/** Encoded words, '=?UTF-8?Q?Zo=C3=AB?='; several in a row are one text, and a character may begin in one of them. */
function decodeWords(value: string) {
  const bytes = value
    .replaceAll(/(=\?[^?]+\?[bq]\?[^?]*\?=)\s+(?==\?[^?]+\?[bq]\?)/gi, '$1')
    .replaceAll(/=\?[^?]+\?([bq])\?([^?]*)\?=/gi, (_, how: string, text: string) =>
      how.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('latin1')
        : decodeQuoted(text.replaceAll('_', ' ')),
    )
  return Buffer.from(bytes, 'latin1').toString()
}
