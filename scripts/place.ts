import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'

/** The folder of this program; symbolic links on the way to it are followed. */
export const program = dirname(dirname(fileURLToPath(import.meta.url)))

/** Of a packaged release in `releases/`: the folder above, where everything is that outlives it. */
export const home = basename(dirname(program)) === 'releases' ? dirname(dirname(program)) : undefined

/** Whether this came in an archive: built, and without what building takes. */
export const isPackaged = existsSync(`${program}/release.json`)

/** Reads `.env` where there is one; for an installed release it lies in `home`, and so does whatever it names by a relative path. */
export function loadSettings() {
  if (home) process.chdir(home)
  if (!existsSync('.env')) return
  try {
    // Not `loadEnvFile`, which says of a file that it may not read that it is not there.
    for (const [name, value] of Object.entries(parseEnv(readFileSync('.env', 'utf8')))) process.env[name] ??= value
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    process.stderr.write(`.env can’t be read (${code}). Does this user have permission to read ${resolve('.env')}?\n`)
    process.exit(1)
  }
}

/** A file as the operator named it, from where the command was given; npm changes the folder before it runs one. */
export const asNamed = (file: string) => resolve(process.env.INIT_CWD ?? '.', file)
