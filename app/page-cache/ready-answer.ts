import { hash } from 'node:crypto'

/** An answer in memory, in every encoding there is of it, each with its whole head: none is put together per request. */
export type ReadyAnswer = {
  etag: string
  /** The head for whoever has it already. */
  unchanged: Head
  identity: Encoded
  gzip?: Encoded | undefined
  brotli?: Encoded | undefined
}

/** Names and values in turn, as writeHead takes them with the least work. */
type Head = string[]
type Encoded = { head: Head; body: Buffer }

/** `headers`: without the ones that differ by encoding. */
export function readyAnswer(
  bodies: { identity: Buffer; gzip?: Buffer | undefined; brotli?: Buffer | undefined },
  etag: string,
  headers: Record<string, string>,
): ReadyAnswer {
  const unchanged = [...Object.entries(headers).flat(), 'ETag', etag]
  const encoded = (body: Buffer, ...encoding: Head) => ({
    head: [...unchanged, 'Content-Length', String(body.length), ...encoding],
    body,
  })
  return {
    etag,
    unchanged,
    identity: encoded(bodies.identity),
    gzip: bodies.gzip && encoded(bodies.gzip, 'Content-Encoding', 'gzip'),
    brotli: bodies.brotli && encoded(bodies.brotli, 'Content-Encoding', 'br'),
  }
}

/** How much of the memory it takes. */
export const bytesOf = ({ identity, gzip, brotli }: ReadyAnswer) =>
  identity.body.length + (gzip?.body.length ?? 0) + (brotli?.body.length ?? 0)

/** By what is said; 96 bits of it tell any two apart, and the head of each page carries them. */
export const etagOf = (identity: Buffer) => `"${hash('sha256', identity, 'base64url').slice(0, 16)}"`
