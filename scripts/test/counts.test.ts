import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { countsOf } from './counts.ts'

function reportOf(json: unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-report-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'report.json'), JSON.stringify(json))
  return join(folder, 'report.json')
}

test('of Playwright’s tests that failed it says file, name and the first line of what was wrong', () => {
  const spec = (title: string, ok: boolean, message?: string) => ({
    title,
    file: 'journeys/cart.spec.ts',
    ok,
    tests: [{ results: [{ errors: message ? [{ message }] : [] }] }],
  })
  const report = reportOf({
    stats: { expected: 2, unexpected: 1, flaky: 0, skipped: 1 },
    suites: [
      {
        title: 'journeys/cart.spec.ts',
        specs: [spec('fine', true)],
        suites: [
          {
            title: 'on a phone',
            specs: [
              spec('an order is sent', false, '\u001B[31mError: not visible\u001B[39m\n  at line 4'),
              spec('b', true),
            ],
          },
        ],
      },
    ],
  })
  expect(countsOf('playwright', report)).toEqual({
    passed: 2,
    failed: 1,
    skipped: 1,
    failures: ['journeys/cart.spec.ts · on a phone › an order is sent · Error: not visible'],
    slow: [],
  })
})

test('of Vitest’s it says the same, also of a file that could not be loaded', () => {
  const report = reportOf({
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 0,
    testResults: [
      {
        name: '/somewhere/tests/http/cart.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'a cart', status: 'passed', failureMessages: [] },
          { fullName: 'a late email', status: 'passed', failureMessages: ['Error: it did not happen in time\n at x'] },
          { fullName: 'no cart', status: 'failed', failureMessages: ['Error: expected 1\n at x'] },
        ],
      },
      { name: '/somewhere/app/money.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
    ],
  })
  const { failures, slow } = countsOf('vitest', report)
  expect(failures).toEqual([
    'tests/http/cart.test.ts · no cart · Error: expected 1',
    'app/money.test.ts · Cannot find module',
  ])
  expect(slow, 'passed after a longer wait').toEqual([
    'tests/http/cart.test.ts · a late email · Error: it did not happen in time',
  ])
})

test('no report, or one of no test, is a failure', () => {
  const none = reportOf({ numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, testResults: [] })
  expect(countsOf('vitest', none).failed).toBe(1)
  expect(countsOf('playwright', '/nowhere/report.json').failed).toBe(1)
})
