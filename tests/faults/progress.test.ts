import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { beginProgress, type Done, saveDone, readProgress } from './progress.ts'
import { report } from './report.ts'
import { remainingRuns } from './runs.ts'

const plan = {
  begun: '2026-11-22T08:00:00Z',
  machine: 'two cores',
  seed: 7,
  rounds: 15,
  suites: ['forms' as const],
  variants: ['sqlite-kill', 'postgres-kill'],
}

const done = (more: Partial<Done> = {}): Done => ({
  suite: 'forms',
  variant: 'sqlite-kill',
  run: 0,
  rounds: 10,
  seconds: 30,
  answered: 20,
  stored: 20,
  asDecided: 1,
  mailed: 33,
  repeated: 1,
  rejected: 4,
  unanswered: 9,
  counts: { orders: 12 },
  violations: [],
  ...more,
})

function newFile() {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-progress-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'deeper', 'progress.jsonl')
}

test('a stopped torture resumes with the runs that are not done, in the same order', () => {
  const file = newFile()
  beginProgress(file, plan)
  const all = remainingRuns(plan, [])
  expect(all.map(({ suite, variant, number, rounds }) => [suite, variant.name, number, rounds])).toEqual([
    ['forms', 'sqlite-kill', 0, 2],
    ['forms', 'postgres-kill', 0, 2],
    ['forms', 'sqlite-kill', 1, 3],
    ['forms', 'postgres-kill', 1, 3],
    ['forms', 'sqlite-kill', 2, 10],
    ['forms', 'postgres-kill', 2, 10],
  ])
  saveDone(file, done())
  // Killed while writing a line.
  appendFileSync(file, '{"suite":"forms","vari')
  const progress = readProgress(file)
  expect(remainingRuns(progress!.plan, progress!.done)).toEqual(all.slice(1))
})

test('a run is the same whichever other variants are chosen', () => {
  const [, other] = remainingRuns(plan, [])
  expect(remainingRuns({ ...plan, variants: ['postgres-kill'] }, [])[0]).toEqual(other)
})

test('backups, moves and overload run only on the variants that can affect them', () => {
  const suites = ['forms' as const, 'backups' as const]
  const all = remainingRuns(
    { ...plan, rounds: 1, suites, variants: ['sqlite-kill', 'sqlite-mail', 'sqlite-backups'] },
    [],
  )
  expect(all.map(({ suite, variant }) => `${suite} ${variant.name}`)).toEqual([
    'forms sqlite-kill',
    'backups sqlite-kill',
    'forms sqlite-mail',
    'backups sqlite-backups',
  ])
})

test('the report adds up the runs of a variant, and counts what was lost and what was doubled', () => {
  const violations = ['lost: an order', 'doubled: a mail', 'doubled: another', 'a server ended by itself, with 1']
  const counts = { orders: 12, 'MB at most': 9 }
  const lines = report([
    done({ counts }),
    done({ counts, run: 1, rounds: 5, violations }),
    done({ variant: 'postgres-kill' }),
  ]).split('\n')
  expect(lines).toHaveLength(4)
  expect(lines[2]).toBe(
    '| forms | one process on SQLite: kill -9 | 15 | 1.0 | 40 (24 orders, 9 MB at most) | 40 | 66 | 2 | 8 | 18 | 1 | 2 | 2 | 1 |',
  )
})
