/** A response in memory, in every encoding, with complete headers so that none are assembled per request. */
export type CachedResponse = {
  etag: string
  /** Headers of a 304. */
  unchanged: Head
  identity: Encoded
  gzip?: Encoded | undefined
  brotli?: Encoded | undefined
}

/** Names and values alternate, the fastest form for writeHead. */
type Head = string[]
type Encoded = { head: Head; body: Buffer }

/** `headers`: the ones that are the same for every encoding. */
export function toCachedResponse(
  bodies: { identity: Buffer; gzip?: Buffer | undefined; brotli?: Buffer | undefined },
  etag: string,
  headers: Record<string, string>,
): CachedResponse {
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

export const countBytes = ({ identity, gzip, brotli }: CachedResponse) =>
  identity.body.length + (gzip?.body.length ?? 0) + (brotli?.body.length ?? 0)
