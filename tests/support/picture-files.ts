import { readFileSync } from 'node:fs'
import { deflateSync, crc32 } from 'node:zlib'
import sharp from 'sharp'

// Files as people upload them, and as nobody should.

const red = { r: 200, g: 50, b: 50 }
const blue = { r: 50, g: 50, b: 200 }

const plain = (width: number, height: number, background = red) =>
  sharp({ create: { width, height, channels: 3, background } })

/** Red on the left, blue on the right. */
const redAndBlue = async (width = 640, height = 480) =>
  plain(width, height, blue).composite([
    {
      input: await plain(width / 2, height)
        .png()
        .toBuffer(),
      left: 0,
      top: 0,
    },
  ])

/** With place and camera in it; `orientation` as a phone writes it that was held another way. */
export const phoneJpeg = async ({ orientation = 1, width = 640, height = 480 } = {}) => {
  const exif = {
    IFD0: { Make: 'Phone of the test' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '34/1 44/1 0/1' },
  }
  return (await redAndBlue(width, height)).withExif(exif).withMetadata({ orientation }).jpeg().toBuffer()
}

/** The same picture as HEIC. */
export const phoneHeic = () => readFileSync(new URL('./files/phone.heic', import.meta.url))

export const png = async () => (await redAndBlue()).png().toBuffer()
export const webp = async () => (await redAndBlue()).webp().toBuffer()
export const cmykJpeg = async () => (await redAndBlue()).toColourspace('cmyk').jpeg().toBuffer()
export const deepPng = async () => (await redAndBlue()).toColourspace('rgb16').png().toBuffer()
export const transparentPng = () =>
  sharp({ create: { width: 400, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .png()
    .toBuffer()

/** The first frame is red, the second blue. */
export const animatedWebp = async () =>
  sharp([await plain(320, 240).png().toBuffer(), await plain(320, 240, blue).png().toBuffer()], {
    join: { animated: true },
  })
    .webp({ delay: [100, 100] })
    .toBuffer()

/** One color, in 20,000 by 20,000 pixels: a few hundred KB that unpack to 1.2 GB. */
export function bombPng(width = 20_000, height = 20_000) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  // Some rows are enough, since it is refused by its size.
  const rows = deflateSync(Buffer.alloc((width * 3 + 1) * Math.min(height, 100)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer) {
  const named = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** The color of the picture at that place, in percent. */
export async function colorAt(bytes: Uint8Array, x: number, y: number): Promise<'red' | 'blue' | 'other'> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const [column, row] = [Math.floor((info.width * x) / 100), Math.floor((info.height * y) / 100)]
  const [r = 0, , b = 0] = data.subarray((row * info.width + column) * info.channels)
  if (Math.abs(r - b) < 60) return 'other'
  return r > b ? 'red' : 'blue'
}

export const readMetadata = (bytes: Uint8Array) => sharp(bytes).metadata()
