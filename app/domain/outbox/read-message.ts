import PostalMime, { decodeWords } from 'postal-mime'

export type ReadMessage = Awaited<ReturnType<typeof readMessage>>

/** Reads the bytes of a message (RFC 5322). */
export async function readMessage(raw: Uint8Array) {
  const { headers, text, html } = await PostalMime.parse(raw)
  return {
    headers: headers.map(({ originalKey, value }) => ({ name: originalKey, value: decodeWords(value) })),
    text,
    html,
  }
}
