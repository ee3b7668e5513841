import type { BackupState } from '#app/database/backups/backups.server.ts'
import type { CopyHealth } from '#app/database/copy/copy-state.server.ts'
import type { Verification } from '#app/domain/audit/trail.ts'
import type { MailboxHealth } from '#app/domain/outbox/bounces.server.ts'
import type { ProviderTrouble } from '#app/domain/payments/provider-health.server.ts'
import { findBackupFailure } from '#app/domain/today/backup-health.ts'
import { findCopyFailure } from '#app/domain/today/copy-health.ts'
import { systemChecks as words } from '#content/system-checks.ts'
import { describeTrouble } from '#content/payment-differences.ts'
import { amber, green, red } from './check.ts'

/** Formats a moment on the clinic's clock. */
type When = (at: number) => string

/** Product decisions, 'Settings' (`ALERT_URL`). */
export const longestWaitMs = 15 * 60_000

/** `late`: emails that have waited longer than `longestWaitMs`, the first since `since`. */
export function emailsCheck(late: { count: number; since?: number }, when: When) {
  const { good, late: says, lateAdvice, lateDetails } = words.emails
  if (late.count === 0 || late.since === undefined) return green(good)
  return red(says(late.count, when(late.since)), { advice: lateAdvice, details: lateDetails })
}

export function secondFactorCheck(admin: { hasSecondFactor: boolean } | undefined) {
  const { good, none, noneAdvice, noAdmin, noAdminDetails } = words['second-factor']
  if (!admin) return amber(noAdmin, { details: noAdminDetails })
  return admin.hasSecondFactor ? green(good) : amber(none, { advice: noneAdvice })
}

export function backupCheck(state: BackupState, now: number, when: When) {
  const { good, tested, first, failures, failureAdvice, failureDetails } = words.backup
  const failure = findBackupFailure(state, now)
  if (failure) return red(failures[failure.kind], { advice: failureAdvice, details: failureDetails(failure.reason) })
  if (state.madeAt === undefined) return green(first)
  return green(good(when(state.madeAt)) + (state.drill ? tested(when(state.drill.at)) : ''))
}

export function backupPlaceCheck({ onDiskOfData, notWritable }: BackupState) {
  const { good, same, sameDetails, closed, closedDetails } = words['backup-place']
  if (notWritable) return amber(closed, { details: closedDetails(notWritable) })
  return onDiskOfData ? amber(same, { details: sameDetails }) : green(good)
}

/** `copy`: undefined when none is configured. */
export function copyCheck(copy: CopyHealth | undefined, now: number, when: When) {
  const { off, elsewhere, first, good, tested, failures, failureDetails } = words.copy
  if (!copy) return green(off)
  if (copy.isElsewhere) return green(elsewhere)
  const failure = findCopyFailure(copy, now)
  if (failure)
    return red(failures[failure.kind === 'copy-not-restorable' ? 'not-restorable' : 'behind'](when(failure.at)), {
      details: failureDetails(failure.reason),
    })
  if (copy.until === undefined) return green(first)
  return green(good(when(copy.until)) + (copy.drill ? tested(when(copy.drill.at)) : ''))
}

const mebibyte = 1024 * 1024
/** A busy week needs less than the first; below the second the next upgrade or backup fails. */
const lowBytes = 1024 * mebibyte
const nearlyNone = 200 * mebibyte

export function diskCheck(folders: { folder: string; free: number }[], notWritable?: string) {
  const { good, low, lowDetails, closed, closedDetails } = words.disk
  if (notWritable) return red(closed, { details: closedDetails(notWritable) })
  const [least] = folders.toSorted((one, other) => one.free - other.free)
  if (!least || least.free >= lowBytes) return green(good(formatBytes(least?.free ?? Infinity)))
  const says = low(formatBytes(least.free))
  return (least.free < nearlyNone ? red : amber)(says, { details: lowDetails(least.folder) })
}

const formatBytes = (bytes: number) =>
  bytes >= 1024 * mebibyte ? `${Math.floor(bytes / 1024 / mebibyte)} GB` : `${Math.floor(bytes / mebibyte)} MB`

/** A larger gap breaks reminders and sign-ins. */
const tolerableMs = 60_000

/** `gapMs`: between this machine's clock and the database. */
export function clockCheck(gapMs: number) {
  const { good, off, offDetails } = words.clock
  const gap = Math.abs(gapMs)
  return gap > tolerableMs ? amber(off(Math.round(gap / 1000)), { details: offDetails }) : green(good)
}

/** `compared`: how far this clock is ahead of those of outside servers, as far as they told. */
export function timeCheck(compared: { server: string; aheadMs: number }[]) {
  const { good, notCompared, off, offDetails } = words.time
  const [first] = compared
  if (!first) return green(notCompared)
  // One server whose own clock is wrong is no news.
  const least = compared.reduce((best, one) => (Math.abs(one.aheadMs) < Math.abs(best.aheadMs) ? one : best), first)
  const gap = Math.abs(least.aheadMs)
  return gap > tolerableMs ? amber(off(Math.round(gap / 1000), least.server), { details: offDetails }) : green(good)
}

export function feedCheck({ failing, reason = '' }: { failing: boolean; reason?: string }) {
  const { good, failing: says, failingDetails, reasons } = words.feed
  const why = reason.startsWith('status-') ? reasons.status(reason.slice('status-'.length)) : plainReasons.get(reason)
  return failing ? amber(says, { details: why ? `${why} ${failingDetails}` : failingDetails }) : green(good)
}

const plainReasons = new Map(Object.entries(words.feed.reasons.plain))

/** A server that is away for a moment is no news. */
const longestSilenceMs = 60 * 60_000

/** `health`: undefined when no mailbox is configured. */
export function bouncesCheck(health: MailboxHealth | undefined, now: number, when: When) {
  const { off, waiting, good, failing, failingDetails } = words.bounces
  if (!health) return green(off)
  const { readAt, failingSince, failure = '' } = health
  if (failingSince !== undefined && now - failingSince > longestSilenceMs)
    return amber(failing(when(failingSince)), { details: failingDetails(failure) })
  return green(readAt === undefined ? waiting : good(when(readAt)))
}

/** `failing`: since when a text could not be handed to the service, and why; undefined when none are sent at all. */
export function textsCheck(failing: { since?: number; reason?: string } | undefined, now: number, when: When) {
  const { off, good, failing: says, failingDetails } = words.texts
  if (!failing) return green(off)
  const { since, reason = '' } = failing
  if (since === undefined || now - since <= longestSilenceMs) return green(good)
  return amber(says(when(since)), { details: failingDetails(reason) })
}

/** `troubles`: undefined when no online payments are taken. `unknown`: movements at the provider of an unknown kind. */
export function paymentsCheck(troubles: readonly ProviderTrouble[] | undefined, unknown: number, when: When) {
  const { off, good, unknown: some, failing, failingDetails } = words.payments
  if (!troubles) return green(off)
  const [first] = troubles
  if (!first) return green(unknown > 0 ? `${good} ${some(unknown)}` : good)
  const says = troubles.map(({ name, failure }) => describeTrouble(name, failure)).join(' ')
  return red(failing(says, when(first.since)), { details: failingDetails })
}

export function auditCheck(last: Verification | undefined) {
  const { good, never, broken, brokenDetails } = words.audit
  if (!last) return green(never)
  return last.state.ok ? green(good) : red(broken(last.state.entry), { details: brokenDetails })
}
