import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Beside its module, through HTTP, or in a browser. */
export type Layer = 'near' | 'http' | 'browser'

export const layerOf = (test: string): Layer =>
  test.endsWith('.spec.ts') ? 'browser' : test.startsWith('tests/') ? 'http' : 'near'

/** Which tests reach which source, sorted, a line for each source; `npm run test:long` writes it anew. */
export const reachMapFile = fileURLToPath(new URL('../../tests/reach.txt', import.meta.url))

type ReachMap = ReadonlyMap<string, readonly string[]>

export const writeReachMap = (map: ReachMap) =>
  [...map]
    .map(([source, tests]) => `${source}: ${tests.join(' ')}\n`)
    .sort()
    .join('')

export function readReachMap(text = existsSync(reachMapFile) ? readFileSync(reachMapFile, 'utf8') : ''): ReachMap {
  return new Map(
    text.split('\n').flatMap((line) => {
      const [source = '', tests] = line.split(': ')
      return tests === undefined ? [] : [[source, tests.split(' ')] as const]
    }),
  )
}

/** Of a file that is not in the map, all tests of its folder, or of the nearest folder above that has any. */
export function testsOf(source: string, map: ReachMap): string[] {
  const own = map.get(source)
  if (own) return [...own]
  for (let folder = dirname(source); folder !== '.'; folder = dirname(folder)) {
    const found = [...map].flatMap(([file, tests]) => (file.startsWith(`${folder}/`) ? tests : []))
    if (found.length > 0) return [...new Set(found)].sort()
  }
  return []
}
