import type { BackupState } from '#app/database/backups/backups.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'

const hourMs = 3_600_000

/** A night that was missed is no alarm yet, the second one is (product decisions, 'Backup'). */
const longestWithoutMs = 36 * hourMs

/** What is wrong with the backups, since when, and for whoever runs the website in one line. */
export type BackupTrouble = { trouble: 'never' | 'old' | 'failed' | 'not-restorable'; at: number; reason?: string }

export function backupTrouble({ since, madeAt, failure, drill }: BackupState, now: number): BackupTrouble | undefined {
  if (failure) return { trouble: 'failed', at: failure.at, reason: failure.reason }
  if (now - (madeAt ?? since) > longestWithoutMs)
    return madeAt === undefined ? { trouble: 'never', at: since } : { trouble: 'old', at: madeAt }
  if (drill?.fault !== undefined) return { trouble: 'not-restorable', at: drill.at, reason: drill.fault }
  return undefined
}

/** On the clinic's clock, when nobody books and the day before is complete. */
const night = Temporal.PlainTime.from('03:00')

/** A new site has its first one when its first start is over, and after one that failed an hour passes. */
const afterFirstStartMs = 10 * 60_000
const afterFailureMs = hourMs

/** When the next backup is due, in epoch milliseconds; it may be past. */
export function nextBackupAt({ since, madeAt, failure }: BackupState, now: number) {
  if (failure) return Math.min(failure.at, now) + afterFailureMs
  if (madeAt === undefined) return since + afterFirstStartMs
  // A clock that was ahead must not put it off for longer than a night.
  const last = Math.min(madeAt, now)
  const nightOf = (day: Temporal.PlainDate) =>
    day.toZonedDateTime({ timeZone: clinicTimeZone, plainTime: night }).epochMilliseconds
  const day = clinicDate(last, clinicTimeZone)
  return nightOf(day) > last ? nightOf(day) : nightOf(day.add({ days: 1 }))
}
