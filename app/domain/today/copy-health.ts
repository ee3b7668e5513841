import type { CopyHealth } from '#app/database/copy/copy-state.server.ts'

/** `reason` is for the operator. */
export type CopyFailure = { kind: 'copy-behind' | 'copy-not-restorable'; at: number; reason?: string }

/** The continuous copy sends changes each second; a place may be away for a moment. */
const longestBehindMs = 60_000
/** The first base may be large. */
const firstBaseMs = 15 * 60_000
/** A place that lied once may do so again. */
const lieCountsMs = 24 * 3_600_000

/** A copy that is made by another process is its business. */
export function findCopyFailure(copy: CopyHealth | undefined, now: number): CopyFailure | undefined {
  if (!copy || copy.isElsewhere) return undefined
  const { since, until, failure, lie, drill } = copy
  if (lie && now - lie.at < lieCountsMs) return { kind: 'copy-behind', at: lie.at, reason: lie.reason }
  const tolerated = until === undefined && !failure ? firstBaseMs : longestBehindMs
  if (now - (until ?? since) > tolerated)
    return { kind: 'copy-behind', at: until ?? since, ...(failure && { reason: failure.reason }) }
  if (drill?.fault !== undefined) return { kind: 'copy-not-restorable', at: drill.at, reason: drill.fault }
  return undefined
}
