export type Stage = {
  name: string
  proves: string
  /** Run with the project's own Node from node_modules/.bin; `{report}` is where its JSON report goes. */
  command: string[]
  /** Whose report counts the tests; a stage without one only counts when it fails. */
  report?: 'vitest' | 'playwright'
  /** Whether the stages after it make no sense without it. */
  needed?: boolean
  /** Of browser tests, which have no project of their own for it. */
  isLong?: boolean
  /** Left out of `npm test`; `npm run test:long` and `npm test -- NAME` run it. */
  onlyByName?: boolean
}

export const vitest = (...projects: string[]) => [
  'vitest',
  'run',
  ...projects.flatMap((project) => ['--project', project]),
  '--reporter=default',
  '--reporter=json',
  '--outputFile.json={report}',
]

export const checks: Stage[] = [
  { name: 'types', proves: 'the types fit', command: ['node', '--run', 'typecheck'] },
  {
    name: 'lint',
    proves: 'no mistake that a linter sees, and the import rules',
    command: ['oxlint', '--deny-warnings'],
  },
  { name: 'format', proves: 'one way of writing', command: ['oxfmt', '--check', '.'] },
  { name: 'unused', proves: 'no file, export or dependency that nothing uses', command: ['knip', '--no-config-hints'] },
]

export const build: Stage = {
  name: 'build',
  proves: 'the content is right and the site builds',
  command: ['node', 'scripts/build/build.ts'],
  needed: true,
}

const tests: Stage[] = [
  {
    name: 'tests',
    proves: 'rules, the database work on SQLite and on a real PostgreSQL, whole requests, faults, and valid HTML',
    // In one run, since those that wait for servers or the clock leave time to the others.
    command: vitest('unit', 'sqlite', 'postgres', 'http', 'faults', 'html'),
    report: 'vitest',
  },
  {
    name: 'browser',
    proves: 'journeys in Chromium, with and without scripts; axe finds nothing on any page in any state',
    command: ['playwright', 'test'],
    report: 'playwright',
  },
  {
    name: 'long',
    proves: 'every way in which an upgrade, a crowd or a form of odd values can go wrong',
    command: vitest('long', 'sqlite', 'postgres'),
    report: 'vitest',
    onlyByName: true,
    isLong: true,
  },
  {
    name: 'long-browser',
    proves: 'the same journeys without scripts, at more widths and in both colors, and those that find little more',
    command: ['playwright', 'test'],
    report: 'playwright',
    onlyByName: true,
    isLong: true,
  },
  {
    name: 'reach',
    proves: 'which tests reach which source, for `npm test -- changed`',
    command: ['node', 'scripts/test/mutants/write-reach-map.ts'],
    onlyByName: true,
  },
  {
    name: 'other-content',
    proves: 'all of it again with the content of another clinic',
    command: ['node', 'scripts/test/other-content.ts'],
    onlyByName: true,
  },
]

/** Every gate, in the order in which a fault is cheapest to find. Those of one group run at the same time. */
export const groups = [[...checks, build], ...tests.map((stage) => [stage])]
