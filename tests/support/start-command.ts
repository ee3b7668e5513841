import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// How `npm start` runs Node, so that tests and benchmarks run the same command as an operator.

export const startFlags = (): string[] => startCommand().filter((part) => part.startsWith('--'))

export const startEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    startCommand()
      .filter((part) => /^[A-Z_]+=/.test(part))
      .map((part) => part.split('=')),
  )

function startCommand(): string[] {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return scripts.start.split(' ')
}

/** Tests start hundreds of processes; a shared compile cache saves a third of the work of each after the first. */
export const compileCache = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)),
}

/**
 * For Node processes of tests: room for new objects from the first second on. Node begins with little, and making it
 * larger step by step takes a sixth of the work of a short life.
 */
export const roomToStart = ['--min-semi-space-size=16']
