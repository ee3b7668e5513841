import sharp from 'sharp'
import { mostPictureBytes } from '#app/domain/pictures/picture.ts'
import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { deflateSync, crc32, inflateSync } from 'node:zlib'

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

/** Makes a file of one byte too many. Playwright would take seconds to send its content to the browser. */
export function putTooLarge(path: string) {
  writeFileSync(path, '')
  truncateSync(path, mostPictureBytes + 1)
  return path
}

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

type PdfObject = { head: string; stream: string | undefined }

/** Reads the PDF that pdfkit writes, not any PDF: its text by the fonts' maps to Unicode, and its objects as text. */
export function readPdf(file: Buffer) {
  const objects = new Map<string, PdfObject>()
  const source = file.toString('latin1')
  for (const [, id = '', body = ''] of source.matchAll(/(\d+) 0 obj\n(.*?)\nendobj/gs)) {
    const [, head = body, bytes] = /^(.*?)stream\n(.*)\nendstream$/s.exec(body) ?? []
    const isPacked = bytes !== undefined && head.includes('/FlateDecode')
    const stream = isPacked ? inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1') : bytes
    objects.set(id, { head, stream })
  }
  const find = (id: string | undefined) => objects.get(id ?? '')
  const fontMap = (id: string) => toMap(find(/\/ToUnicode (\d+) 0 R/.exec(find(id)?.head ?? '')?.[1])?.stream ?? '')
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\n/.test(head))
  const text = pages.map(({ head }) => {
    const resources = find(/\/Resources (\d+) 0 R/.exec(head)?.[1])?.head ?? ''
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [name, fontMap(id)]),
    )
    return toText(find(/\/Contents (\d+) 0 R/.exec(head)?.[1])?.stream ?? '', fonts)
  })
  return {
    text: text.join('\n'),
    pages: pages.length,
    objects: [...objects.values()].map(({ head }) => head).join('\n'),
  }
}

/** By the number of a glyph. */
function toMap(cmap: string) {
  const map = new Map<number, string>()
  for (const [, first = '', list = ''] of cmap.matchAll(/<([\da-f]{4})> <[\da-f]{4}> \[(.*?)\]/gs))
    [...list.matchAll(/<([\da-f ]*)>/g)].forEach(([, codes = ''], index) => {
      const units = codes.split(' ').filter(Boolean)
      map.set(parseInt(first, 16) + index, String.fromCharCode(...units.map((unit) => parseInt(unit, 16))))
    })
  return map
}

/** Pieces on one line are joined; each line of the page is one of the text. */
function toText(content: string, fonts: Map<string, Map<number, string>>) {
  let [text, font, line] = ['', '', '']
  for (const [, at, name, glyphs] of content.matchAll(/1 0 0 1 \S+ (\S+) Tm|\/(F\d+) \S+ Tf|\[(.*?)\] TJ/g)) {
    if (at && at !== line) {
      text += text && '\n'
      line = at
    }
    if (name) font = name
    for (const [, run = ''] of (glyphs ?? '').matchAll(/<([\da-f]+)>/g))
      for (const [glyph] of run.matchAll(/.{4}/g)) text += fonts.get(font)?.get(parseInt(glyph, 16)) ?? '�'
  }
  return text
}
