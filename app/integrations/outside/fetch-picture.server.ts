import { fetchOutside, type OutsideOptions } from './fetch-outside.server.ts'

export type Picture = { mediaType: string; bytes: Uint8Array }

// Plenty for 1 MB, and short enough for a job that fetches several pictures in turn.
const pictureTimeoutMs = 4_000
const maxBytes = 1024 * 1024

/**
 * A picture found in content or named by a service, or undefined when it cannot be had.
 * The bytes decide what it is, never a header: what is not a raster picture is not one for us.
 */
export async function fetchPicture(
  address: string,
  { timeoutMs = pictureTimeoutMs, trusted }: Partial<Pick<OutsideOptions, 'trusted' | 'timeoutMs'>> = {},
): Promise<Picture | undefined> {
  const answer = await fetchOutside(address, { trusted, timeoutMs, maxBytes })
  if (!answer.ok || answer.status < 200 || answer.status > 299) return undefined
  const mediaType = rasterType(answer.body)
  return mediaType && { mediaType, bytes: answer.body }
}

/** The media type of a JPEG, PNG, WebP, AVIF or GIF file, told by its first bytes. */
export function rasterType(bytes: Buffer) {
  const text = (start: number, end: number) => bytes.toString('latin1', start, end)
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'image/gif'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp'
  if (text(4, 8) === 'ftyp' && ['avif', 'avis'].includes(text(8, 12))) return 'image/avif'
  return undefined
}
