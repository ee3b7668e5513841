import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeMarkedCopy } from './marked-copy.ts'
import { readReach } from './reach.ts'
import { layerOf, reachMapFile, type Layer, writeReachMap } from '../reach-map.ts'

// `npm test -- reach`, a part of `npm run test:long`: runs every test in a copy of the project whose functions say when
// they are reached, and writes the fewest and cheapest files of tests that reach each source file.

const { folder, functions, environment } = makeMarkedCopy({ seeds: [], count: 0, functions: true })
const marks = mkdtempSync(join(tmpdir(), 'clinic-marks-'))

function run(command: string, options: string[]) {
  const env = { ...process.env, ...environment, MARKS_FOLDER: marks }
  try {
    execFileSync(join(folder, 'node_modules/.bin', command), options, { cwd: folder, env, stdio: 'inherit' })
  } catch {
    // Some measure bytes, of which a marked program has more. Whether the tests pass is not asked here.
    console.log(`${command}: not all passed, which changes nothing here`)
  }
}

/** The cheapest files that together reach all of these functions. */
function cover(wanted: Map<number, string[]>, costOf: (test: string) => number): string[] {
  const left = new Map(wanted)
  const chosen: string[] = []
  while (left.size > 0) {
    const gains = new Map<string, number>()
    for (const tests of left.values()) for (const test of tests) gains.set(test, (gains.get(test) ?? 0) + 1)
    const worth = ([test, gain]: [string, number]) => gain / (1 + costOf(test))
    const [best] = [...gains].toSorted((a, b) => worth(b) - worth(a) || a[0].localeCompare(b[0]))[0]!
    chosen.push(best)
    for (const [mark, tests] of left) if (tests.includes(best)) left.delete(mark)
  }
  return chosen.sort()
}

try {
  run('node', ['scripts/build/build.ts'])
  run('vitest', ['run', ...['unit', 'sqlite', 'postgres', 'http', 'html'].flatMap((name) => ['--project', name])])
  run('playwright', ['test'])
  const reach = readReach(marks)
  const ofSource = Map.groupBy(functions.entries(), ([, source]) => source)
  const map = new Map<string, string[]>()
  for (const [source, marked] of ofSource) {
    const reachedIn = (layer: Layer, except: ReadonlySet<number> = new Set()) =>
      new Map(
        marked.flatMap(([mark]) => {
          const tests = reach.filesOf(`f${mark}`).flatMap(({ name }) => (layerOf(name) === layer ? [name] : []))
          return tests.length > 0 && !except.has(mark) ? [[mark, tests] as const] : []
        }),
      )
    const http = reachedIn('http')
    const inBrowser = reachedIn('browser', new Set(http.keys()))
    const tests = [reachedIn('near'), http, inBrowser].flatMap((wanted) => cover(wanted, reach.costOf))
    if (tests.length > 0) map.set(source, tests)
  }
  writeFileSync(reachMapFile, writeReachMap(map))
  console.log(`${map.size} sources in ${reachMapFile}`)
} finally {
  for (const each of [folder, marks]) rmSync(each, { recursive: true, force: true })
}
