import { open } from 'node:fs/promises'
import { runChild, tooBusy } from '#app/integrations/machine/run-child.server.ts'
import { madePicture, readMade } from './made-files.server.ts'
import type { Focus } from './picture-shapes.ts'
import { findPictureType } from './picture-type.ts'
import type { PictureFile, PictureWork } from './picture-work.ts'

export type PictureMaker = ReturnType<typeof createPictureMaker>

export type PictureMade =
  | { ok: true; files: PictureFile[] }
  | { ok: false; reason: 'not-a-picture' | 'too-many-pixels' | 'too-small' | 'damaged' | 'busy'; cause?: string }

/** Makes the sizes of pictures in a process for each, one after the other. */
export function createPictureMaker({ timeoutMs = 30_000, mostWaiting = 4 } = {}) {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  async function enqueue(work: PictureWork): Promise<PictureMade> {
    if (waiting > mostWaiting) return { ok: false, reason: 'busy' }
    waiting += 1
    const made = last.then(() => runMaker(work, timeoutMs))
    last = made.catch(() => {}).finally(() => (waiting -= 1))
    return made
  }

  return {
    /** Of a file that somebody uploaded. What is made is written into its folder. */
    async makePicture(file: string, focus: Focus): Promise<PictureMade> {
      const type = findPictureType(await readStart(file))
      return type ? enqueue({ file, type, focus }) : { ok: false, reason: 'not-a-picture' }
    },
    /** Of an original that was made before, for another focal point. */
    cropAgain: (original: string, focus: Focus) => enqueue({ file: original, focus }),
    readMade,
  }
}

async function readStart(path: string) {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** A child that is killed or breaks has met a file that no program should open. */
async function runMaker(work: PictureWork, timeoutMs: number): Promise<PictureMade> {
  const run = await runChild(
    { file: 'app/integrations/picture-maker/child.ts', timeoutMs, patience: 10, heapMb: 128 },
    work,
  )
  if (!run.answered && run.ended === tooBusy) return { ok: false, reason: 'busy' }
  if (!run.answered) return { ok: false, reason: 'damaged', cause: `the child ended with ${run.ended}` }
  const { data } = madePicture.safeParse(run.answer)
  return data ?? { ok: false, reason: 'damaged', cause: 'the child answered something else' }
}
