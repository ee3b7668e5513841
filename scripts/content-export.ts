import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { toContentFiles } from '../app/domain/content/content-files.server.ts'
import { listLibraryFiles } from '../app/domain/pictures/library-files.server.ts'
import { runAsProcess, withServices } from './command.ts'

// `npm run content:export -- [FOLDER]` writes what was published in the browser into the files of content/, or of another
// folder, where an engineer compares, reviews and ships it.

/** False: the file says that already. */
function write(folder: string, path: string, bytes: Uint8Array) {
  const file = join(folder, path)
  if (existsSync(file) && readFileSync(file).equals(bytes)) return false
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, bytes)
  return true
}

export const command = withServices(async (services, { options, say }) => {
  const folder = resolve(options[0] ?? 'content')
  const written = Object.entries(toContentFiles(services.content))
    .filter(([path, text]) => write(folder, path, Buffer.from(text)))
    .map(([path]) => path)
  for await (const { path, bytes } of listLibraryFiles(services)) if (write(folder, path, bytes)) written.push(path)
  say(written.length > 0 ? `Written in ${folder}:\n${written.join('\n')}` : `${folder} says it all already.`)
})

if (import.meta.main) await runAsProcess(command)
