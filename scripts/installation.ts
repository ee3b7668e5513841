import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'

/** Symbolic links on the way to it are followed. */
export const programFolder = dirname(dirname(fileURLToPath(import.meta.url)))

/** Of a release in `releases/`: the folder above, which holds what outlives a release. */
export const homeFolder = basename(dirname(programFolder)) === 'releases' ? dirname(dirname(programFolder)) : undefined

/** `loadSettings` leaves it. */
const startedIn = process.cwd()

/** Whether this came in an archive: built, and without the build tools. */
export const isPackaged = existsSync(`${programFolder}/release.json`)

/** Reads `.env` if there is one. An installed release has it in `homeFolder`, and relative paths in it start there. */
export function loadSettings() {
  if (homeFolder) process.chdir(homeFolder)
  if (!existsSync('.env')) return
  try {
    // `loadEnvFile` would report an unreadable file as a missing one.
    for (const [name, value] of Object.entries(parseEnv(readFileSync('.env', 'utf8')))) process.env[name] ??= value
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    exitWith(`.env can’t be read (${code}). Does this user have permission to read ${resolve('.env')}?`)
  }
}

export function exitWith(reason: string, code = 1): never {
  process.stderr.write(`${reason}\n`)
  process.exit(code)
}

/** A path from the command line, relative to the shell's folder; npm changes the folder before it runs a script. */
export const resolveArgument = (file: string) => resolve(process.env.INIT_CWD ?? startedIn, file)
