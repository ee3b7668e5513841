import { fork } from 'node:child_process'
import { open } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { setPriority } from 'node:os'
import { pathToFileURL } from 'node:url'
import { madePicture, readMade } from './made-files.server.ts'
import type { Focus } from './picture-shapes.ts'
import { findPictureType } from './picture-type.ts'
import type { MadePicture, PictureFile, PictureWork } from './picture-work.ts'

export type PictureMaker = ReturnType<typeof createPictureMaker>

export type PictureMade =
  | { ok: true; files: PictureFile[] }
  | { ok: false; reason: 'not-a-picture' | 'too-many-pixels' | 'too-small' | 'damaged' | 'busy'; cause?: string }

/** From the source tree, and from a release, which has it too. */
const childFile = new URL(
  'app/integrations/picture-maker/child.ts',
  pathToFileURL(findPackageJSON(import.meta.url) ?? ''),
)

/** Below everything that serves pages. */
const lowPriority = 15

/** Makes the sizes of pictures in a process for each, one after the other. */
export function createPictureMaker({ timeoutMs = 30_000, mostWaiting = 4 } = {}) {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  async function enqueue(work: PictureWork): Promise<PictureMade> {
    if (waiting > mostWaiting) return { ok: false, reason: 'busy' }
    waiting += 1
    const made = last.then(() => runChild(work, timeoutMs))
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

/** A child that is killed or breaks has met a file that no program should open; one that cannot start is an error. */
async function runChild(work: PictureWork, timeoutMs: number): Promise<MadePicture> {
  const { promise, resolve, reject } = Promise.withResolvers<MadePicture>()
  const child = fork(childFile, [], {
    // It needs no settings, and so no secrets.
    env: { MALLOC_ARENA_MAX: '1' },
    execArgv: ['--max-old-space-size=128'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  child.once('error', reject)
  child.once('message', (answer) => {
    const { data } = madePicture.safeParse(answer)
    resolve(data ?? { ok: false, reason: 'damaged', cause: 'the child answered something else' })
  })
  child.once('exit', (code, signal) =>
    resolve({ ok: false, reason: 'damaged', cause: `the child ended with ${signal ?? code}` }),
  )
  child.once('spawn', () => {
    if (child.pid) lowerPriority(child.pid)
    // Fails when the child has ended, which is reported above.
    child.send(work, () => {})
  })
  return promise
}

function lowerPriority(pid: number) {
  try {
    setPriority(pid, lowPriority)
  } catch {
    // It may have ended.
  }
}
