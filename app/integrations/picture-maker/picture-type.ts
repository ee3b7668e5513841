/** The types that are taken. Nothing else is ever handed to a decoder. */
export type PictureType = 'jpeg' | 'png' | 'webp' | 'heic'

/** By its first bytes: names and types that a browser sends are only claims. */
export function findPictureType(bytes: Uint8Array): PictureType | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 64)).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'webp'
  // The brands of a file's start (ISO 14496-12, 4.3): phones write heic with mif1, in either order. AVIF has neither.
  if (head.startsWith('ftyp', 4) && !head.includes('avif') && /hei[cx]|hev[cx]|mif1/.test(head.slice(8))) return 'heic'
  return undefined
}
