import { readFile, stat } from 'node:fs/promises'

type FileAnswer =
  | { ok: true; body: Buffer }
  | { ok: false; reason: 'no-such-file' | 'not-a-file' | 'unreadable-file' | 'too-large' }

/** The operator may configure any path, so every failure is a value. */
export async function readFeedFile(address: string, mostBytes: number): Promise<FileAnswer> {
  try {
    const file = new URL(address)
    const about = await stat(file)
    // Reading a pipe or a device might never end.
    if (!about.isFile()) return { ok: false, reason: 'not-a-file' }
    if (about.size > mostBytes) return { ok: false, reason: 'too-large' }
    return { ok: true, body: await readFile(file) }
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return { ok: false, reason: isMissing ? 'no-such-file' : 'unreadable-file' }
  }
}
