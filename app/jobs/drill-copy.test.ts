import { expect, test } from 'vitest'
import type { CopyHealth } from '#app/database/copy/copy-state.server.ts'
import type { Services } from '#app/services.server.ts'
import { drillCopy } from './drill-copy.server.ts'

const [hour, week] = [3_600_000, 7 * 24 * 3_600_000]

/** Whether the job tests a copy in this state, and what it answers. */
async function run(copyState: Partial<CopyHealth>) {
  const now = Date.now()
  const state = { since: now - week, until: now, isElsewhere: false, ...copyState }
  let drills = 0
  const copy = { state: async () => state, drill: async () => void (drills += 1) }
  const outcome = await drillCopy({ copy, log: { error() {} } } as unknown as Services)
  return { drills, outcome }
}

test('the copy is tested once a week, and after a fault within an hour', async () => {
  const now = Date.now()
  expect(await run({})).toMatchObject({ drills: 1 })
  expect(await run({ drill: { at: now - week + hour } })).toMatchObject({ drills: 0 })
  expect(await run({ drill: { at: now - week } })).toMatchObject({ drills: 1 })
  expect(await run({ drill: { at: now - 2 * hour, fault: 'it differs' } })).toMatchObject({ drills: 1 })
  expect(await run({ drill: { at: now, fault: 'it differs' } })).toMatchObject({ drills: 0 })
})

test('it waits for the first base, and leaves the copy of another process alone', async () => {
  expect(await run({ until: undefined })).toMatchObject({ drills: 0, outcome: { state: 'again' } })
  expect(await run({ isElsewhere: true })).toEqual({ drills: 0, outcome: undefined })
  expect(await drillCopy({ copy: undefined, log: { error() {} } } as unknown as Services)).toBeUndefined()
})
