import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfNeeded } from './build/build-if-needed.ts'
import { programFolder } from './installation.ts'
import { writeArchive } from './release/archive.ts'
import { collectReleaseFiles } from './release/release-files.ts'

// `npm run package` writes an archive of the built site into packages/, and its checksum next to it.

await buildIfNeeded()
const { version } = JSON.parse(readFileSync(join(programFolder, 'package.json'), 'utf8'))
const file = writeArchive(join(programFolder, 'packages'), version, collectReleaseFiles(programFolder))
console.log(`${file}, ${Math.ceil(statSync(file).size / 1024).toLocaleString('en-US')} KB, and ${file}.sha256`)
