import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Entry, tarOf } from './tar.ts'

/** Writes `clinic-site-VERSION.tar.gz` and, beside it, its checksum as sha256sum writes it. Answers the archive's path. */
export function writeArchive(folder: string, version: string, files: Entry[]): string {
  const name = `clinic-site-${version}`
  const archive = gzipSync(tarOf(files.map(({ path, bytes }) => ({ path: `${name}/${path}`, bytes }))), { level: 9 })
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}.tar.gz`)
  writeFileSync(file, archive)
  writeFileSync(`${file}.sha256`, `${createHash('sha256').update(archive).digest('hex')}  ${name}.tar.gz\n`)
  return file
}
