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
  /** A passkey has opened it. */
  byPasskey: boolean
  lastSeenAt: number
}

export async function getWorkingDay({ db }: Pick<Database, 'db'>, device: Device, now: number): Promise<WorkingDay> {
  const row = await db
    .selectFrom('workingDays')
    .select(['openedAt', 'lastSeenAt', 'steppedUpAt', 'passkeyAt'])
    .where('sessionId', '=', device.sessionId)
    .executeTakeFirst()
  const openedAt = row?.openedAt ?? device.since
  const lastSeenAt = row?.lastSeenAt ?? device.since
  const byPasskey = typeof row?.passkeyAt === 'number'
  const closed = { isFresh: false, byPasskey, lastSeenAt }
  if (now - openedAt >= dayMs) return { state: 'over', ...closed }
  if (now - lastSeenAt >= idleMs) return { state: 'idle', ...closed }
  return { state: 'open', isFresh: now - (row?.steppedUpAt ?? 0) < freshMs, byPasskey, lastSeenAt }
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
      .values({
        sessionId: device.sessionId,
        openedAt: device.since,
        lastSeenAt: now,
        steppedUpAt: null,
        passkeyAt: null,
      })
      .onConflict((conflict) => conflict.column('sessionId').doUpdateSet({ lastSeenAt: now }))
      .execute()
  })
}

export async function openWorkingDay({ tx }: { tx: Tx }, sessionId: string, now: number) {
  const day = { openedAt: now, lastSeenAt: now, steppedUpAt: now }
  await tx
    .insertInto('workingDays')
    .values({ sessionId, ...day, passkeyAt: null })
    .onConflict((conflict) => conflict.column('sessionId').doUpdateSet(day))
    .execute()
}

/** After a passkey of the session's account was used. It is no step-up by itself, and no activity. */
export async function notePasskey({ tx }: { tx: Tx }, sessionId: string, now: number) {
  await tx
    .insertInto('workingDays')
    .values({ sessionId, openedAt: now, lastSeenAt: now, steppedUpAt: null, passkeyAt: now })
    .onConflict((conflict) => conflict.column('sessionId').doUpdateSet({ passkeyAt: now }))
    .execute()
}
