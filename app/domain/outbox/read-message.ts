import PostalMime, { decodeWords } from 'postal-mime'

/** A message as people read it. */
export type ReadMessage = { headers: { name: string; value: string }[]; text?: string; html?: string }

/** Reads the bytes of a message (RFC 5322). */
export async function readMessage(raw: Uint8Array): Promise<ReadMessage> {
  const { headers, text, html } = await PostalMime.parse(raw)
  return {
    headers: headers.map(({ originalKey, value }) => ({ name: originalKey, value: decodeWords(value) })),
    text,
    html,
  }
}
