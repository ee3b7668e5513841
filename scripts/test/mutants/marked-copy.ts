import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { functionsIn, type Place, placesIn } from './places.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

export type Fault = { number: number; file: string; line: number } & Pick<Place, 'kind' | 'says'>

export type MarkedCopy = {
  folder: string
  faults: Fault[]
  /** The source file of each mark of a function, by its number. */
  functions: string[]
  environment: Record<string, string>
}

/** Where faults are looked for: what answers requests and does the clinic's work. */
const sources = 'app/{domain,routes,http,queue,integrations}/**/*.{ts,tsx}'

/**
 * A copy of the project that can have any of `count` faults of each seed, each on or off by an environment variable, so
 * that all of them need one build; with `functions`, every function of the program marks that it was reached, too.
 */
export function makeMarkedCopy({
  seeds,
  count,
  functions = false,
}: {
  seeds: number[]
  count: number
  functions?: boolean
}): MarkedCopy {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-mutants-'))
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  for (const file of listed.split('\n').filter(Boolean)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file), { verbatimSymlinks: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))

  const faults = chooseFaults(folder, seeds, count)
  const marked: string[] = []
  if (functions)
    for (const file of programFiles(folder, '{app,server,scripts,content}/**/*.{ts,tsx}')) {
      const source = read(folder, file)
      const edits = functionsIn(file, source).flatMap(({ at, end }) => {
        const call = `globalThis.__at?.(${marked.push(file) - 1})`
        return end === undefined
          ? [{ at, text: `${call};` }]
          : [
              { at, text: `(${call},` },
              { at: end, text: ')' },
            ]
      })
      write(folder, file, insert(source, edits))
    }

  for (const file of programFiles(folder, '{app,content,server,scripts,tests}/**/*.{test,spec}.{ts,tsx}', true)) {
    const source = read(folder, file)
    const start = file.endsWith('.spec.ts')
      ? `import { test as __test } from '@playwright/test'; __test.beforeEach(async ({ context }) => { globalThis.__file?.('${file}'); await globalThis.__watch?.(context) });`
      : `globalThis.__file?.('${file}' + (process.env.TEST_DATABASE ?? ''));`
    write(folder, file, `${start} ${source}`)
  }
  const start = 'tests/support/start-command.ts'
  write(
    folder,
    start,
    read(folder, start).replace('export const compileCache = {', '$& ...globalThis.__forChildren?.(),'),
  )
  const environment = { NODE_OPTIONS: `--import=${join(folder, 'scripts/test/mutants/marks.ts')}` }
  return { folder, faults, functions: marked, environment }
}

function chooseFaults(folder: string, seeds: number[], count: number): Fault[] {
  const all = programFiles(folder, sources).flatMap((file) => {
    const source = read(folder, file)
    return placesIn(file, source).map((place) => ({
      file,
      line: source.slice(0, place.start).split('\n').length,
      ...place,
    }))
  })
  const kinds = [...new Set(all.map(({ kind }) => kind))].sort()
  const chosen: typeof all = []
  for (const [index, seed] of seeds.entries()) {
    const random = seededRandom(seed)
    // As many of each kind, since comparisons are many and guards are few.
    while (chosen.length < (index + 1) * count) {
      const ofKind = all.filter(({ kind }) => kind === kinds[chosen.length % kinds.length])
      const place = ofKind[Math.floor(random() * ofKind.length)]
      if (
        place &&
        !chosen.some((other) => other.file === place.file && other.start < place.end && place.start < other.end)
      )
        chosen.push(place)
    }
  }
  for (const [file, places] of Map.groupBy(chosen, (place) => place.file)) {
    let source = read(folder, file)
    for (const place of places.toSorted((a, b) => b.start - a.start)) {
      const on = `globalThis.__fault?.(${chosen.indexOf(place) + 1})`
      source = source.slice(0, place.start) + place.replacement(on) + source.slice(place.end)
    }
    write(folder, file, source)
  }
  return chosen.map(({ file, line, kind, says }, index) => ({ number: index + 1, file, line, kind, says }))
}

const programFiles = (folder: string, pattern: string, tests = false) =>
  globSync(pattern, { cwd: folder })
    .filter(
      (file) =>
        tests || (!/\.test\.tsx?$/.test(file) && !file.startsWith('scripts/test/mutants/') && !file.endsWith('.d.ts')),
    )
    .sort()

function insert(source: string, edits: { at: number; text: string }[]) {
  let result = source
  for (const { at, text } of edits.toSorted((a, b) => b.at - a.at))
    result = result.slice(0, at) + text + result.slice(at)
  return result
}

const read = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8')
const write = (folder: string, file: string, text: string) => writeFileSync(join(folder, file), text)

/** Mulberry32: the same choice for the same seed, everywhere. */
function seededRandom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
