import type { BackupState } from '#app/database/backups/backups.server.ts'
import type { Verification } from '#app/domain/audit/trail.ts'
import { findBackupFailure } from '#app/domain/today/backup-health.ts'
import { systemChecks as words } from '#content/system-checks.ts'
import type { Check } from './check.ts'

/** Formats a moment on the clinic's clock. */
type When = (at: number) => string

/** Product decisions, 'Settings' (`ALERT_URL`). */
export const longestWaitMs = 15 * 60_000

/** `late`: emails that have waited longer than `longestWaitMs`, the first since `since`. */
export function emailsCheck(late: { count: number; since?: number }, when: When): Check {
  const { good, late: says, lateAdvice } = words.emails
  return late.count > 0 && late.since !== undefined
    ? { id: 'emails', state: 'red', says: says(late.count, when(late.since)), advice: lateAdvice }
    : { id: 'emails', state: 'green', says: good }
}

export function secondFactorCheck(admin: { hasSecondFactor: boolean } | undefined): Check {
  const { good, none, noneAdvice, nobody, nobodyAdvice } = words['second-factor']
  const id = 'second-factor'
  if (!admin) return { id, state: 'amber', says: nobody, advice: nobodyAdvice }
  return admin.hasSecondFactor
    ? { id, state: 'green', says: good }
    : { id, state: 'amber', says: none, advice: noneAdvice }
}

export function backupCheck(state: BackupState, now: number, when: When): Check {
  const { good, first, failures, failureAdvice } = words.backup
  const failure = findBackupFailure(state, now)
  if (failure)
    return { id: 'backup', state: 'red', says: failures[failure.kind], advice: failureAdvice(failure.reason) }
  return { id: 'backup', state: 'green', says: state.madeAt === undefined ? first : good(when(state.madeAt)) }
}

export function backupPlaceCheck({ onDiskOfData, notWritable }: BackupState): Check {
  const { good, same, sameAdvice, closed, closedAdvice } = words['backup-place']
  if (notWritable) return { id: 'backup-place', state: 'amber', says: closed(notWritable), advice: closedAdvice }
  return onDiskOfData
    ? { id: 'backup-place', state: 'amber', says: same, advice: sameAdvice }
    : { id: 'backup-place', state: 'green', says: good }
}

const mebibyte = 1024 * 1024
/** A busy week needs less than the first; below the second the next upgrade or backup fails. */
const lowBytes = 1024 * mebibyte
const nearlyNone = 200 * mebibyte

export function diskCheck(folders: { folder: string; free: number }[]): Check {
  const { good, low, lowAdvice } = words.disk
  const [least] = folders.toSorted((one, other) => one.free - other.free)
  if (!least || least.free >= lowBytes)
    return { id: 'disk', state: 'green', says: good(formatBytes(least?.free ?? Infinity)) }
  const state = least.free < nearlyNone ? 'red' : 'amber'
  return { id: 'disk', state, says: low(formatBytes(least.free), least.folder), advice: lowAdvice }
}

const formatBytes = (bytes: number) =>
  bytes >= 1024 * mebibyte ? `${Math.floor(bytes / 1024 / mebibyte)} GB` : `${Math.floor(bytes / mebibyte)} MB`

/** A larger gap breaks reminders and sign-ins. */
const tolerableMs = 60_000

/** `gapMs`: between this machine's clock and the database. */
export function clockCheck(gapMs: number): Check {
  const { good, off, offAdvice } = words.clock
  return Math.abs(gapMs) > tolerableMs
    ? { id: 'clock', state: 'amber', says: off(Math.round(Math.abs(gapMs) / 1000)), advice: offAdvice }
    : { id: 'clock', state: 'green', says: good }
}

export function feedCheck({ failing, reason = '' }: { failing: boolean; reason?: string }): Check {
  const { good, failing: says, failingAdvice, reasons } = words.feed
  const why = reason.startsWith('status-') ? reasons.status(reason.slice('status-'.length)) : plainReasons.get(reason)
  return failing
    ? { id: 'feed', state: 'amber', says: why ? `${says} ${why}` : says, advice: failingAdvice }
    : { id: 'feed', state: 'green', says: good }
}

const plainReasons = new Map(Object.entries(words.feed.reasons.plain))

export function auditCheck(last: Verification | undefined): Check {
  const { good, never, broken, brokenAdvice } = words.audit
  if (!last) return { id: 'audit', state: 'green', says: never }
  return last.state.ok
    ? { id: 'audit', state: 'green', says: good }
    : { id: 'audit', state: 'red', says: broken(last.state.entry), advice: brokenAdvice }
}
