import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfNeeded } from './build/build-if-needed.ts'
import { programFolder } from './installation.ts'
import { writeArchive } from './release/archive.ts'
import { collectReleaseFiles, versionOfBuild } from './release/release-files.ts'

// `npm run package` writes an archive of the built site into packages/, and its checksum next to it.

const git = (...options: string[]) => execFileSync('git', options, { cwd: programFolder, encoding: 'utf8' }).trim()

await buildIfNeeded()
const version = versionOfBuild(programFolder, {
  commit: git('rev-parse', '--short=8', 'HEAD'),
  isChanged: git('status', '--porcelain') !== '',
})
const file = writeArchive(join(programFolder, 'packages'), version, collectReleaseFiles(programFolder, version))
console.log(`${file}, ${Math.ceil(statSync(file).size / 1024).toLocaleString('en-US')} KB, and ${file}.sha256`)
