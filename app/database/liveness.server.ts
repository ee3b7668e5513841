import type { Database } from './connection.server.ts'

/** Commits one small write. Throws if the database is unreachable, locked, read-only or full. */
export async function checkWritable({ transaction }: Pick<Database, 'transaction'>, now: number) {
  await transaction((tx) =>
    tx
      .insertInto('liveness')
      .values({ id: 'the one', writtenAt: now })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ writtenAt: now }))
      .execute(),
  )
}
