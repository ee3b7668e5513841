import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// How `npm start` runs Node, so that what is tested and measured is what an operator runs.

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

/** Hundreds of processes are started: each after the first finds its modules compiled, which is a third of its work. */
export const compileCache = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)),
}
