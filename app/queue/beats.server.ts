import { sql } from 'kysely'
import type { Db, Tx } from '#app/database/tables.ts'

/** A job that comes back; `key` names it in the database, as its `uniqueKey` does while it waits. */
export type Beat = { kind: 'read-feed' | 'sweep' | 'verify-audit' | 'watch-checks'; key: string; everyMs: number }

/** Those that no process enqueued since their last time; `startedAt`: nor since then, in epoch milliseconds. */
export async function dueBeats(db: Db, beats: Beat[], now: number, startedAt = 0): Promise<Beat[]> {
  const rows = await db.selectFrom('beats').selectAll().execute()
  return beats.filter((beat) => {
    const at = rows.find(({ key }) => key === beat.key)?.enqueued_at
    return at === undefined || at < latestBefore(beat, now, startedAt) || at > now + beat.everyMs
  })
}

/** Whether it is still due; then it is taken, and due for nobody else once `tx` has committed. */
export async function takeBeat(tx: Tx, beat: Beat, now: number, startedAt = 0): Promise<boolean> {
  const taken = await tx
    .insertInto('beats')
    .values({ key: beat.key, enqueued_at: now })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ enqueued_at: now })
        .where(({ eb, or }) =>
          or([
            eb(sql.ref('beats.enqueued_at'), '<', latestBefore(beat, now, startedAt)),
            // A clock that was ahead must not put it off.
            eb(sql.ref('beats.enqueued_at'), '>', now + beat.everyMs),
          ]),
        ),
    )
    .returning('key')
    .execute()
  return taken.length > 0
}

/** Exactly one beat ago counts as due, hence the millisecond. */
const latestBefore = ({ everyMs }: Beat, now: number, startedAt: number) => Math.max(now - everyMs + 1, startedAt)
