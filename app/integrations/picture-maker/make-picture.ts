import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { decodeHeic } from './decode-heic.ts'
import { cropAround, type Focus, pictureShapes, type PictureShape, widthsFor } from './picture-shapes.ts'
import type { PictureType } from './picture-type.ts'
import {
  fileNameOf,
  type MadePicture,
  type NoPicture,
  type PictureFile,
  type PictureWork,
  type Size,
} from './picture-work.ts'

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })

/** A phone's largest JPEG has 50; HEIC is decoded as a whole, and phones make 12 or 24. */
const mostPixels: Record<PictureType, number> = { jpeg: 51e6, png: 51e6, webp: 51e6, heic: 26e6 }
const leastSide = 200
const originalSide = 2560

type Made = PictureFile & { bytes: Uint8Array }

type Save = (made: Made) => Promise<void>

/** Writes the picture in every size that pages use, without anything that the camera wrote about it. */
export async function makePicture({ file, type, focus }: PictureWork): Promise<MadePicture> {
  const files: PictureFile[] = []
  async function save({ bytes, ...made }: Made) {
    await writeFile(join(dirname(file), fileNameOf(made)), bytes, { mode: 0o600 })
    files.push(made)
  }
  try {
    const bytes = await readFile(file)
    const original = type ? await clean(bytes, type) : await readOriginal(bytes)
    if (type) await save(original)
    await makeShapes(original, focus, save)
    return { ok: true, files }
  } catch (error) {
    if (error instanceof Unusable) return { ok: false, reason: error.reason, cause: error.reason }
    return { ok: false, reason: 'damaged', cause: error instanceof Error ? error.message : String(error) }
  }
}

class Unusable extends Error {
  readonly reason: NoPicture
  constructor(reason: NoPicture) {
    super(reason)
    this.reason = reason
  }
}

/** Upright, in sRGB, at most 2,560 pixels in width and height; of an animation, the first frame. */
async function clean(bytes: Uint8Array, type: PictureType): Promise<Made> {
  const pixels = type === 'heic' ? await readHeic(bytes) : await openChecked(bytes, type)
  const upright = pixels.resize(originalSide, originalSide, { fit: 'inside', withoutEnlargement: true })
  const { data, info } = await upright.webp({ quality: 90 }).toBuffer({ resolveWithObject: true })
  return { shape: 'original', type: 'webp', size: originalSide, width: info.width, height: info.height, bytes: data }
}

async function openChecked(bytes: Uint8Array, type: PictureType) {
  // Of the header alone.
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  check({ width, height }, type)
  return open(bytes, type).autoOrient()
}

async function readHeic(bytes: Uint8Array) {
  const pixels = await decodeHeic(bytes, (size) => check(size, 'heic'))
  if (!pixels) throw new Unusable('damaged')
  const { data, ...raw } = pixels
  return sharp(data, { raw })
}

const open = (bytes: Uint8Array, type: PictureType) =>
  sharp(bytes, { limitInputPixels: mostPixels[type], failOn: 'error', sequentialRead: true, pages: 1 })

function check({ width, height }: Size, type: PictureType) {
  if (width * height > mostPixels[type]) throw new Unusable('too-many-pixels')
  if (Math.min(width, height) < leastSide) throw new Unusable('too-small')
  return true
}

async function readOriginal(bytes: Uint8Array): Promise<Made> {
  const { width, height } = await open(bytes, 'webp').metadata()
  return { shape: 'original', type: 'webp', size: originalSide, width, height, bytes }
}

/** One after the other: two at once would take twice the memory. */
async function makeShapes(original: Made, focus: Focus, save: Save) {
  const { data, info } = await sharp(original.bytes).raw().toBuffer({ resolveWithObject: true })
  const pixels = { data, raw: { width: info.width, height: info.height, channels: info.channels } }
  for (const [shape, { ratio, widths, jpeg }] of Object.entries(pictureShapes)) {
    const part = ratio ? cropAround(original, ratio, focus) : { left: 0, top: 0, ...sizeOf(original) }
    const write = async (size: number, type: PictureFile['type']) => {
      const cropped = sharp(pixels.data, { raw: pixels.raw }).extract(part)
      const resized = cropped.resize({ width: size, withoutEnlargement: true })
      await save({ shape: shape as PictureShape, type, size, ...(await encode(resized, type)) })
    }
    for (const width of widthsFor(widths, part.width)) await write(width, 'webp')
    await write(jpeg, 'jpeg')
  }
}

const sizeOf = ({ width, height }: Size): Size => ({ width, height })

async function encode(picture: Sharp, type: PictureFile['type']) {
  const written =
    type === 'webp' ? picture.webp({ quality: 78 }) : picture.flatten({ background: 'white' }).jpeg({ quality: 78 })
  const { data, info } = await written.toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, bytes: data }
}
