import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncToDisk } from './backup-folder.server.ts'
import { z } from 'zod'
import { OperatorError } from '#app/operator-error.ts'

/**
 * Recorded next to the backups, so that a person in a restored backup is erased again. All marks are fingerprints,
 * which only SESSION_SECRET can match to an address or number.
 */
export const erasure = z.object({
  /** Epoch milliseconds. */
  at: z.number(),
  withAccount: z.boolean(),
  email: z.string().optional(),
  phone: z.string().optional(),
  /** Of a name with an address, where only this person was erased and not all who share the address. */
  person: z.string().optional(),
})
export type Erasure = z.output<typeof erasure>

/** Next to the data files: a line of JSON for each erased person. Append-only. */
const erasedFileName = 'clinic.erased'

/** Appends a line and syncs it. Duplicates do no harm. */
export async function noteErasure(folder: string, entry: Erasure) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, erasedFileName)
  const handle = await open(file, 'a', 0o600)
  try {
    // The leading line break keeps a line that a power failure cut off from spoiling this one.
    await handle.write(`\n${JSON.stringify(erasure.parse(entry))}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await syncToDisk(dirname(file))
}

/** `isDamaged`: lines of it can't be read, or it has none, though it is made with the first one. */
export type ErasedList = { entries: Erasure[]; isDamaged: boolean }

/** Undefined when there is no list. */
export async function readErasures(folder: string): Promise<ErasedList | undefined> {
  const text = await readFile(join(folder, erasedFileName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new OperatorError(`${join(folder, erasedFileName)} can’t be read (${error.code}).`)
  })
  if (text === undefined) return undefined
  const lines = text.split('\n').filter((line) => line.trim())
  const entries = lines.flatMap(parseErasure)
  return { entries, isDamaged: lines.length === 0 || entries.length < lines.length }
}

function parseErasure(line: string): Erasure[] {
  try {
    return [erasure.parse(JSON.parse(line))]
  } catch {
    return []
  }
}

/** Adds those that are missing, so that the backups of this folder forget them too. */
export async function keepErasures(folder: string, entries: readonly Erasure[]) {
  const known = new Set((await readErasures(folder))?.entries.map((entry) => JSON.stringify(entry)))
  for (const entry of entries) if (!known.has(JSON.stringify(entry))) await noteErasure(folder, entry)
}
