import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'

/** The body as it was before its transfer; stops as soon as it grows past `maxBytes`. */
export async function decompress(
  body: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Buffer | 'too-large' | 'garbled'> {
  const limit = { maxOutputLength: maxBytes }
  try {
    switch (encoding?.trim().toLowerCase() || 'identity') {
      case 'identity':
        return body
      case 'gzip':
      case 'x-gzip':
        return await asGzip(body, limit)
      case 'br':
        return await asBrotli(body, limit)
      case 'deflate':
        return await (hasZlibHeader(body) ? asZlib(body, limit) : asRawDeflate(body, limit))
      default:
        return 'garbled'
    }
  } catch (error) {
    return isTooLarge(error) ? 'too-large' : 'garbled'
  }
}

const asGzip = promisify(gunzip)
const asBrotli = promisify(brotliDecompress)
const asZlib = promisify(inflate)
const asRawDeflate = promisify(inflateRaw)

/** Servers disagree about what 'deflate' means; the low four bits of a zlib header are always 8. */
const hasZlibHeader = (body: Buffer) => ((body[0] ?? 0) & 0x0f) === 8

const isTooLarge = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
