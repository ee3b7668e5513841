import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file with one value, by which a test controls processes that poll it. */
export function openControlFile(first: string) {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-word-'))
  const file = join(folder, 'word')
  function set(value: string) {
    // Write and rename, so that a process never reads half a value.
    writeFileSync(`${file}.next`, value)
    renameSync(`${file}.next`, file)
  }
  set(first)
  return { file, set, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
