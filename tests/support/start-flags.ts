import { readFileSync } from 'node:fs'

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
