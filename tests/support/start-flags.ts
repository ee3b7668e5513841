import { readFileSync } from 'node:fs'

/** The flags with which `npm start` runs Node, so that what is tested and measured is what an operator runs. */
export function startFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return String(scripts.start)
    .split(' ')
    .filter((part) => part.startsWith('--'))
}
