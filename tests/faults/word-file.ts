import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file with one word, by which processes that look into it all the time are told something. */
export function openWordFile(first: string) {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-word-'))
  const file = join(folder, 'word')
  function set(word: string) {
    // By a rename: whoever reads it never finds half a word.
    writeFileSync(`${file}.next`, word)
    renameSync(`${file}.next`, file)
  }
  set(first)
  return { file, set, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
