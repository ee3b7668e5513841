import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { pictureShapes } from './picture-shapes.ts'
import { fileNameOf, type PictureFile } from './picture-work.ts'

// A crafted picture may have taken over the child: neither its answer nor its files are trusted.

const pixels = z.int().min(1).max(2560)
const shapes = z.enum(['original', ...(Object.keys(pictureShapes) as (keyof typeof pictureShapes)[])])

/** What the child answers. */
export const madePicture = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    files: z
      .array(z.object({ shape: shapes, type: z.enum(['webp', 'jpeg']), size: pixels, width: pixels, height: pixels }))
      .min(1)
      .max(20),
  }),
  z.object({
    ok: z.literal(false),
    reason: z.enum(['damaged', 'too-many-pixels', 'too-small']),
    cause: z.string().transform((text) => text.slice(0, 500)),
  }),
])

const mostBytes = 30 * 1024 * 1024

/** Reads a file that the child wrote beside the one of its work. */
export async function readMade(workFile: string, made: PictureFile) {
  // No link to another place, and nothing that never ends.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = await open(join(dirname(workFile), fileNameOf(made)), flags)
  try {
    const found = await file.stat()
    if (!found.isFile() || found.size > mostBytes) throw new Error(`${fileNameOf(made)} is no picture`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}
