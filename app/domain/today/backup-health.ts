import type { BackupState } from '#app/database/backups/backups.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'

const hourMs = 3_600_000

/** One missed night is no alarm, a second one is (product decisions, 'Backup'). */
const longestWithoutMs = 36 * hourMs

/** `reason` is for the operator. */
export type BackupFailure = { kind: 'never' | 'old' | 'failed' | 'not-restorable'; at: number; reason?: string }

export function findBackupFailure(
  { since, madeAt, failure, drill }: BackupState,
  now: number,
): BackupFailure | undefined {
  if (failure) return { kind: 'failed', at: failure.at, reason: failure.reason }
  if (now - (madeAt ?? since) > longestWithoutMs)
    return madeAt === undefined ? { kind: 'never', at: since } : { kind: 'old', at: madeAt }
  if (drill?.fault !== undefined) return { kind: 'not-restorable', at: drill.at, reason: drill.fault }
  return undefined
}

/** On the clinic's clock. */
const night = Temporal.PlainTime.from('03:00')

const afterFirstStartMs = 10 * 60_000
const afterFailureMs = hourMs

/** When the next backup is due, in epoch milliseconds; it may be past. */
export function nextBackupAt({ since, madeAt, failure }: BackupState, now: number) {
  if (failure) return Math.min(failure.at, now) + afterFailureMs
  if (madeAt === undefined) return since + afterFirstStartMs
  // After the clock was set back, the next backup is due within a night.
  return nextNightAfter(Math.min(madeAt, now))
}

/** When the clinic's next night work begins. */
export function nextNightAfter(moment: number) {
  const nightOf = (day: Temporal.PlainDate) =>
    day.toZonedDateTime({ timeZone: clinicTimeZone, plainTime: night }).epochMilliseconds
  const day = clinicDate(moment, clinicTimeZone)
  return nightOf(day) > moment ? nightOf(day) : nightOf(day.add({ days: 1 }))
}
