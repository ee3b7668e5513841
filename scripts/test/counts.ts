import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

/** What a runner counted, and one line for each test that failed: its name and the first line of what it said. */
export type Counts = {
  passed: number
  failed: number
  skipped: number
  failures: string[]
  /** Those that passed after a longer wait. */
  slow: string[]
}

/** What the runner itself counted. No report, or none of any test, is a failure. */
export function countsOf(kind: 'vitest' | 'playwright', file: string): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0, failures: [], slow: [] }
  const counts = readers[kind](JSON.parse(readFileSync(file, 'utf8')))
  return { ...counts, failed: counts.passed + counts.failed === 0 ? 1 : counts.failed }
}

const readers = { vitest: countsOfVitest, playwright: countsOfPlaywright }

const vitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      /** Of a file that could not be loaded. */
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
})

function countsOfVitest(json: unknown): Counts {
  const report = vitestReport.parse(json)
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [failure(name, '', message)] : []
    return failed.map(({ fullName, failureMessages }) => failure(name, fullName, failureMessages?.[0]))
  })
  const slow = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages?.length)
      .map(({ fullName, failureMessages }) => failure(name, fullName, failureMessages?.[0])),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
    failures,
    slow,
  }
}

const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  ok: z.boolean(),
  tests: z.array(
    z.object({ results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })) }),
  ),
})
const playwrightSuite = z.object({
  title: z.string(),
  specs: z.array(playwrightSpec),
  get suites() {
    return z.array(playwrightSuite).optional()
  },
})
const playwrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  suites: z.array(playwrightSuite),
  /** Outside of every test, such as a global set-up that failed. */
  errors: z.array(z.object({ message: z.string().optional() })).default([]),
})

function countsOfPlaywright(json: unknown): Counts {
  const { stats, suites, errors } = playwrightReport.parse(json)
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: [
      ...suites.flatMap((suite) => failuresIn(suite)),
      ...errors.map(({ message }) => failure('', 'outside of every test', message)),
    ],
    // Nothing in a browser is tried twice.
    slow: [],
  }
}

function failuresIn({ title, specs, suites = [] }: z.infer<typeof playwrightSuite>, above: string[] = []): string[] {
  // The outermost one is the file, which the line has already.
  const names = above.length === 0 ? [''] : [...above, title]
  const own = specs
    .filter(({ ok }) => !ok)
    .map((spec) => {
      const errors = spec.tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
      return failure(spec.file, [...names, spec.title].filter(Boolean).join(' › '), errors[0]?.message)
    })
  return [...own, ...suites.flatMap((suite) => failuresIn(suite, names))]
}

const failure = (file: string, name: string, message = '') =>
  [file.replace(/^.*\/(?=(app|content|server|scripts|tests)\/)/, ''), name, firstLine(message)]
    .filter(Boolean)
    .join(' · ')

const firstLine = (text: string) => stripVTControlCharacters(text).trim().split('\n')[0] ?? ''
