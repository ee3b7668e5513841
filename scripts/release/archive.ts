import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

export type Entry = { path: string; bytes: Uint8Array }

/** Fixed, so that archives are reproducible; npm uses the same date. */
const modifiedAt = new Date('1985-10-26T08:15:00Z')

/** The packing user does not exist on other machines. */
const ownedByRoot = process.platform === 'darwin' ? ['--uid', '0', '--gid', '0'] : ['--owner=0', '--group=0']

/** Writes `clinic-site-VERSION.tar.gz` and, next to it, its checksum as sha256sum writes it. Returns the archive's path. */
export function writeArchive(folder: string, version: string, files: Entry[]): string {
  const name = `clinic-site-${version}`
  const archive = gzipSync(tar(files.map(({ path, bytes }) => ({ path: `${name}/${path}`, bytes }))), { level: 9 })
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}.tar.gz`)
  writeFileSync(file, archive)
  writeFileSync(`${file}.sha256`, `${createHash('sha256').update(archive).digest('hex')}  ${name}.tar.gz\n`)
  return file
}

function tar(files: Entry[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-archive-'))
  try {
    for (const { path, bytes } of files) {
      const file = join(folder, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, bytes)
      // Independent of the umask.
      chmodSync(file, 0o644)
      utimesSync(file, modifiedAt, modifiedAt)
    }
    return execFileSync('tar', ['-c', '--format=ustar', '--numeric-owner', ...ownedByRoot, '-C', folder, '-T', '-'], {
      input: files.map(({ path }) => `${path}\n`).join(''),
      // Without it, tar of macOS adds files.
      env: { ...process.env, COPYFILE_DISABLE: '1' },
      maxBuffer: 1024 ** 3,
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
