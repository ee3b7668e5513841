import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'

const minute = 60_000
/** How long a step-up opens the dashboard on a device (product decisions, 'Working day'). */
const dayMs = 12 * 60 * minute
const idleMs = 30 * minute
/** How long after a step-up exports and changes of the sign-in need no other. */
const freshMs = 5 * minute
const activityEveryMs = minute

/** `since`: the sign-in, epoch milliseconds, which counts as the first step-up. */
type Device = { sessionId: string; since: number }

export type WorkingDay = {
  state: 'open' | 'idle' | 'over'
  /** There was a step-up a moment ago; the sign-in itself does not count. */
  isFresh: boolean
  lastSeenAt: number
}

export async function getWorkingDay({ db }: Pick<Database, 'db'>, device: Device, now: number): Promise<WorkingDay> {
  const row = await db
    .selectFrom('workingDays')
    .select(['openedAt', 'lastSeenAt', 'steppedUpAt'])
    .where('sessionId', '=', device.sessionId)
    .executeTakeFirst()
  const openedAt = row?.openedAt ?? device.since
  const lastSeenAt = row?.lastSeenAt ?? device.since
  if (now - openedAt >= dayMs) return { state: 'over', isFresh: false, lastSeenAt }
  if (now - lastSeenAt >= idleMs) return { state: 'idle', isFresh: false, lastSeenAt }
  return { state: 'open', isFresh: now - (row?.steppedUpAt ?? 0) < freshMs, lastSeenAt }
}

/** Writes at most once a minute. */
export async function recordActivity(
  { database }: { database: Database },
  device: Device,
  lastSeenAt: number,
  now: number,
) {
  if (now - lastSeenAt < activityEveryMs) return
  await database.transaction(async (tx) => {
    await tx
      .insertInto('workingDays')
      .values({ sessionId: device.sessionId, openedAt: device.since, lastSeenAt: now, steppedUpAt: null })
      .onConflict((conflict) => conflict.column('sessionId').doUpdateSet({ lastSeenAt: now }))
      .execute()
  })
}

export async function openWorkingDay({ tx }: { tx: Tx }, sessionId: string, now: number) {
  const day = { openedAt: now, lastSeenAt: now, steppedUpAt: now }
  await tx
    .insertInto('workingDays')
    .values({ sessionId, ...day })
    .onConflict((conflict) => conflict.column('sessionId').doUpdateSet(day))
    .execute()
}
