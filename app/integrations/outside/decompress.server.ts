import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'

const asGzip = promisify(gunzip)
const asZlib = promisify(inflate)
const asRawDeflate = promisify(inflateRaw)

type Decode = (body: Buffer, limit: { maxOutputLength: number }) => Promise<Buffer>

const decoders = new Map<string, Decode>([
  ['identity', async (body) => body],
  ['gzip', asGzip],
  ['x-gzip', asGzip],
  ['br', promisify(brotliDecompress)],
  // Servers disagree about what 'deflate' means; the low four bits of a zlib header are always 8.
  ['deflate', (body, limit) => (((body[0] ?? 0) & 0x0f) === 8 ? asZlib : asRawDeflate)(body, limit)],
])

/** The body as it was before its transfer; stops as soon as it grows past `maxBytes`. */
export async function decompress(body: Buffer, encoding: string | undefined, maxBytes: number) {
  const decode = decoders.get(encoding?.trim().toLowerCase() || 'identity')
  try {
    return (await decode?.(body, { maxOutputLength: maxBytes })) ?? 'garbled'
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    return isTooLarge ? 'too-large' : 'garbled'
  }
}
