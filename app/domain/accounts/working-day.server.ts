import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'

const minute = 60_000
/** So long one step-up opens the dashboard on a device (product decisions, 'Working day'). */
const dayMs = 12 * 60 * minute
const idleMs = 30 * minute
/** So long what takes people's data out of the house, or changes how the admin signs in, is not asked again. */
const freshMs = 5 * minute
/** What is written of a device in use is as old as this. */
const seenEveryMs = minute

type Device = {
  sessionId: string
  /** The sign-in, epoch milliseconds: it is the first step-up. */
  since: number
}

export type WorkingDay = {
  state: 'open' | 'idle' | 'over'
  /** Whether it was shown a moment ago, after the sign-in, who is there. */
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
  const steppedUpAt = row?.steppedUpAt ?? 0
  const isFresh = now - steppedUpAt < freshMs
  if (now - openedAt >= dayMs) return { state: 'over', isFresh: false, lastSeenAt }
  if (now - lastSeenAt >= idleMs) return { state: 'idle', isFresh: false, lastSeenAt }
  return { state: 'open', isFresh, lastSeenAt }
}

/** A sign of life of a device that is open; written at most once a minute. */
export async function recordActivity(
  { database }: { database: Database },
  device: Device,
  lastSeenAt: number,
  now: number,
) {
  if (now - lastSeenAt < seenEveryMs) return
  await database.transaction(async (tx) => {
    await tx
      .insertInto('workingDays')
      .values({ sessionId: device.sessionId, openedAt: device.since, lastSeenAt: now, steppedUpAt: null })
      .onConflict((conflict) => conflict.column('sessionId').doUpdateSet({ lastSeenAt: now }))
      .execute()
  })
}

/** After a step-up: twelve hours from now. */
export async function openWorkingDay({ tx }: { tx: Tx }, sessionId: string, now: number) {
  const day = { openedAt: now, lastSeenAt: now, steppedUpAt: now }
  await tx
    .insertInto('workingDays')
    .values({ sessionId, ...day })
    .onConflict((conflict) => conflict.column('sessionId').doUpdateSet(day))
    .execute()
}
