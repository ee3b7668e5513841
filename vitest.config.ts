import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { roomToStart } from './tests/support/start-command.ts'
import { isLong } from './tests/support/timing.ts'

const everywhere = {
  // Long, for machines with much else to do: how fast we are is for the benchmarks to say. Only a test that fails waits
  // for its end.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
  execArgv: roomToStart,
}

/**
 * Whole sites work through their jobs when the machine lets them: a wait that timed out is repeated once, and named at
 * the end of `npm test`. A wrong answer is never asked for again; that would hide a fault.
 */
const onceMore = { count: 1, condition: /^it did not happen in time$/ }

// Files share modules (`isolate: false`): loading them again for each file took a third of the work, and none of them
// keeps state there. They undo what they stub; the one that mocks modules has all of them loaded again.
// Apart from vite.config.ts: the tests run the code as plain Node does, without React Router's build.
/** Loaded as Node loads it. */
const built = { deps: { external: [/\/build\/server\//] } }

const integration = 'app/**/*.integration.test.{ts,tsx}'

/**
 * What can differ on PostgreSQL: the database itself, queue, vault, races, and files that say so. `npm run test:long` has
 * all of it there.
 */
const onPostgres = isLong
  ? [integration]
  : globSync(integration).filter(
      (file) =>
        /^app\/(database|queue|vault)\//.test(file) || /openTwice|On PostgreSQL, too/.test(readFileSync(file, 'utf8')),
    )

/** Files that wait long for processes, time-outs and paces: begun last, they would leave half of a machine idle. */
const long = [
  'database-failure',
  'run',
  'keys-rotate',
  'mail-outage',
  'admin-connections',
  'first-start',
  'several-processes',
  'login-limits',
  'audit-verify',
  'admin-imports',
  'backup',
  'move',
  'start-and-stop',
  'mail-relay',
  'mail-by-hand',
  'token-sync',
]

class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLong = ({ moduleId }: TestSpecification) => long.some((name) => moduleId.includes(`/${name}.`))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    // Most tests wait for servers, disks and clocks: one file after the other would leave half of a machine idle.
    maxWorkers: 4,
    sequence: { sequencer: LongOnesFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{app,content,server,scripts}/**/*.test.{ts,tsx}'],
          exclude: [integration],
          isolate: false,
          ...everywhere,
        },
      },
      {
        test: {
          name: 'sqlite',
          include: [integration],
          isolate: false,
          env: { TEST_DATABASE: 'sqlite' },
          ...everywhere,
        },
      },
      {
        test: {
          name: 'postgres',
          include: onPostgres,
          isolate: false,
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: './tests/support/postgres-server.ts',
          ...everywhere,
        },
      },
      {
        test: {
          name: 'http',
          server: built,
          include: ['tests/{contracts,http}/**/*.test.ts'],
          setupFiles: './tests/support/clear-of-midnight.ts',
          isolate: false,
          globalSetup: ['./tests/support/built-site.ts', './tests/support/postgres-server.ts'],
          retry: onceMore,
          ...everywhere,
        },
      },
      {
        test: {
          name: 'long',
          server: built,
          include: ['tests/{long,contracts,http,faults}/**/*.test.ts'],
          env: { TEST_LENGTH: 'long' },
          setupFiles: './tests/support/clear-of-midnight.ts',
          isolate: false,
          globalSetup: ['./tests/support/built-site.ts', './tests/support/postgres-server.ts'],
          retry: onceMore,
          ...everywhere,
        },
      },
      {
        test: {
          name: 'faults',
          server: built,
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: ['./tests/support/built-site.ts', './tests/support/postgres-server.ts'],
          retry: onceMore,
          ...everywhere,
        },
      },
      {
        test: {
          name: 'html',
          server: built,
          include: ['tests/html/**/*.test.ts'],
          setupFiles: './tests/support/clear-of-midnight.ts',
          globalSetup: './tests/support/built-site.ts',
          ...everywhere,
        },
      },
    ],
  },
})
