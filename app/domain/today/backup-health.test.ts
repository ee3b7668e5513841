import { expect, test } from 'vitest'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { findBackupFailure, nextBackupAt, nextNightAfter } from './backup-health.ts'

const at = (text: string) => Temporal.ZonedDateTime.from(`${text}[${clinicTimeZone}]`).epochMilliseconds
const since = at('2026-11-20T12:00')
const state = { since, onDiskOfData: false }

test('a problem is reported after 36 hours without a backup, and not before', () => {
  expect(findBackupFailure(state, since + 36 * 3_600_000)).toBeUndefined()
  expect(findBackupFailure(state, since + 36 * 3_600_000 + 1)).toEqual({ kind: 'never', at: since })
  const madeAt = at('2026-11-22T03:00')
  expect(findBackupFailure({ ...state, madeAt }, at('2026-11-23T15:00'))).toBeUndefined()
  expect(findBackupFailure({ ...state, madeAt }, at('2026-11-23T15:01'))).toEqual({ kind: 'old', at: madeAt })
})

test('a failed backup and one that cannot be restored are reported at once, with the reason', () => {
  const madeAt = at('2026-11-22T03:00')
  const now = madeAt + 1
  const failure = { at: now, reason: 'the disk is full' }
  expect(findBackupFailure({ ...state, madeAt, failure }, now)).toEqual({ kind: 'failed', ...failure })
  const drill = { at: now, fault: 'it is damaged' }
  expect(findBackupFailure({ ...state, madeAt, drill }, now)).toEqual({
    kind: 'not-restorable',
    at: now,
    reason: drill.fault,
  })
  expect(findBackupFailure({ ...state, madeAt, drill: { at: now } }, now)).toBeUndefined()
})

test('the next backup is at 3 am in the clinic’s time zone, even with a clock change', () => {
  const next = (madeAt: string, now = madeAt) => nextBackupAt({ ...state, madeAt: at(madeAt) }, at(now))
  expect(next('2026-11-20T12:00')).toBe(at('2026-11-21T03:00'))
  expect(next('2026-11-21T02:59')).toBe(at('2026-11-21T03:00'))
  expect(next('2026-11-21T03:00')).toBe(at('2026-11-22T03:00'))
  expect(nextNightAfter(at('2026-11-21T03:00'))).toBe(at('2026-11-22T03:00'))
  expect(next('2026-03-07T12:00')).toBe(at('2026-03-08T03:00'))
  expect(next('2026-10-31T12:00')).toBe(at('2026-11-01T03:00'))
  expect(next('2026-11-20T12:00', '2026-11-25T12:00'), 'while the site was down').toBe(at('2026-11-21T03:00'))
  expect(next('2027-11-20T12:00', '2026-11-20T12:00'), 'by a clock that was a year ahead').toBe(at('2026-11-21T03:00'))
})

test('the first backup is soon after the first start, and a failed one is retried an hour later', () => {
  expect(nextBackupAt(state, since)).toBe(since + 600_000)
  const failure = { at: since + 600_000, reason: 'the disk is full' }
  expect(nextBackupAt({ ...state, failure }, failure.at)).toBe(failure.at + 3_600_000)
})
