import { isLong } from '#tests/support/timing.ts'
import { describe, expect, test } from 'vitest'
import { runRounds } from './run.ts'
import type { Suite, SuiteName } from './suite.ts'
import { suites } from './suites.ts'
import type { FaultName } from './kinds/fault.ts'
import type { Variant } from './variants.ts'

// A round of what `npm run torture` does at length, with several faults at once to save startup time.
type Run = {
  suite: SuiteName
  rounds: number
  database: Variant['database']
  servers: number
  faults: FaultName[]
  /** What has to have happened at least once. */
  counted?: string
}
const few: Run[] = [
  { suite: 'forms', rounds: 1, database: 'sqlite', servers: 2, faults: ['kill', 'mail-outage', 'feed-outage'] },
]
const more: Run[] = [
  { suite: 'booking', rounds: 1, database: 'postgres', servers: 2, faults: ['kill', 'read-only', 'clock-jump'] },
  { suite: 'payments', rounds: 2, database: 'sqlite', servers: 1, faults: ['kill'] },
  { suite: 'newsletter', rounds: 1, database: 'sqlite', servers: 1, faults: ['kill'] },
  {
    suite: 'copy',
    rounds: 1,
    database: 'sqlite',
    servers: 1,
    faults: ['kill', 'clock-jump'],
    counted: 'restored from the copy',
  },
  { suite: 'forms', rounds: 1, database: 'sqlite', servers: 1, faults: ['full-disk', 'clock-jump'] },
  { suite: 'forms', rounds: 1, database: 'postgres', servers: 1, faults: ['database-restart'] },
  { suite: 'booking', rounds: 1, database: 'sqlite', servers: 1, faults: ['kill', 'lock'] },
]
const runs = isLong ? [...few, ...more] : few

describe('nothing answered is lost, doubled or left unmailed', () => {
  test.concurrent.each(
    runs.map((one) => ({ ...one, what: `${one.suite} on ${one.database}, ${one.faults.join(', ')}` })),
  )('$what', { timeout: 180_000 }, async ({ suite, rounds, what, counted, ...variant }) => {
    const result = await runRounds(suites[suite], { ...variant, name: what, says: what }, { rounds, seed: 1 })
    expect(result.violations).toEqual([])
    expect(result.answered).toBeGreaterThan(0)
    expect(result.mailed).toBeGreaterThan(0)
    if (counted) expect(result.counts[counted]).toBeGreaterThan(0)
  })
})

test('a loss is found', { timeout: 180_000 }, async () => {
  const { forms } = suites
  const planted: Suite = {
    ...forms,
    async begin(world) {
      const workload = await forms.begin(world)
      return {
        ...workload,
        async judge(interruptions) {
          await world.withDatabase(({ db }) => db.deleteFrom('subscribers').execute())
          world.mailbox.mails.pop()
          return workload.judge(interruptions)
        },
      }
    },
  }
  const variant: Variant = { name: 'calm', says: 'calm', database: 'sqlite', servers: 1, faults: [] }
  const { violations } = await runRounds(planted, variant, { rounds: 1, seed: 1 })
  expect(violations).toContainEqual(expect.stringMatching(/^lost: newsletter of visitor-/))
  expect(violations).toContainEqual(expect.stringMatching(/^lost: an email .* counts as sent and never arrived/))
})
