import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from './backup-folder.server.ts'
import { type Erasure, erasure } from './erasure.ts'

/** Beside the data files and the keys: a line of JSON for each person who was erased. It is only ever added to. */
const erasedFileName = 'clinic.erased'

/** Adds a line, and has it on the disk. The same one twice does no harm. */
export async function noteErasure(folder: string, entry: Erasure) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, erasedFileName)
  const handle = await open(file, 'a', 0o600)
  try {
    // The line break comes first as well: a line that was cut off by a power failure spoils no other.
    await handle.write(`\n${JSON.stringify(erasure.parse(entry))}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await syncFolder(dirname(file))
}

/** Undefined when there is no list. */
export async function readErasures(folder: string): Promise<Erasure[] | undefined> {
  const text = await readFile(join(folder, erasedFileName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text?.split('\n').flatMap((line) => toErasure(line))
}

function toErasure(line: string): Erasure[] {
  try {
    return [erasure.parse(JSON.parse(line))]
  } catch {
    return []
  }
}
