import { expect, test } from 'vitest'
import { findCopyFailure } from './copy-health.ts'

const now = Date.UTC(2026, 10, 27, 12)
const base = { since: now - 3_600_000, isElsewhere: false }
const upToDate = { ...base, until: now - 2_000 }
const failure = { at: now, reason: 'COPY_URL: the place answered 507.' }

test('a copy that is not configured, up to date or made by another process is no failure', () => {
  expect(findCopyFailure(undefined, now)).toBeUndefined()
  expect(findCopyFailure(upToDate, now)).toBeUndefined()
  expect(findCopyFailure({ ...base, isElsewhere: true }, now)).toBeUndefined()
  expect(findCopyFailure({ ...upToDate, drill: { at: now } }, now)).toBeUndefined()
})

test('a copy more than a minute behind is a failure, with its reason', () => {
  expect(findCopyFailure({ ...upToDate, until: now - 61_000, failure }, now)).toEqual({
    kind: 'copy-behind',
    at: now - 61_000,
    reason: failure.reason,
  })
  expect(findCopyFailure({ ...upToDate, failure }, now)).toBeUndefined()
})

test('the first base has a quarter of an hour, unless it fails', () => {
  const first = { since: now - 5 * 60_000, isElsewhere: false }
  expect(findCopyFailure(first, now)).toBeUndefined()
  expect(findCopyFailure({ ...first, failure }, now)).toMatchObject({ kind: 'copy-behind' })
  expect(findCopyFailure(base, now)).toMatchObject({ kind: 'copy-behind' })
})

test('a place that lied about success, and a copy that cannot be restored, are failures', () => {
  const lie = { at: now - 3_600_000, reason: 'it is not there' }
  expect(findCopyFailure({ ...upToDate, lie }, now)).toMatchObject({ kind: 'copy-behind', reason: lie.reason })
  const drill = { at: now, fault: 'The table orders differs.' }
  expect(findCopyFailure({ ...upToDate, drill }, now)).toMatchObject({ kind: 'copy-not-restorable' })
})
