import { look } from './databases.ts'

const minute = 60_000

/** As if the admin had last been active so long ago on every device. */
export const setLastSeen = (site: Parameters<typeof look>[0], ago: number) =>
  look(site, async (db) => {
    const sessions = await db.selectFrom('sessions').select('id').execute()
    const day = { openedAt: Date.now() - 60 * minute, lastSeenAt: Date.now() - ago, steppedUpAt: null }
    for (const { id } of sessions)
      await db
        .insertInto('workingDays')
        .values({ sessionId: id, ...day })
        .onConflict((conflict) => conflict.column('sessionId').doUpdateSet(day))
        .execute()
  })
