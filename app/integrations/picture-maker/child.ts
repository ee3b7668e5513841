import { makePicture } from './make-picture.ts'
import type { PictureWork } from './picture-work.ts'

// A process for one picture: what a crafted file breaks or takes, ends with it.

const mostMemory = 500 * 1024 * 1024

setInterval(() => {
  if (process.memoryUsage.rss() > mostMemory) process.exit(1)
}, 20).unref()

// Its parent is gone, and nobody waits for the picture.
process.once('disconnect', () => process.exit())
process.once('message', async (work: PictureWork) => {
  const made = await makePicture(work)
  process.send?.(made, () => process.exit())
})
