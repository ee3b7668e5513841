import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database } from '#app/database/connection.server.ts'
import type { DatabaseKind } from '#app/database/dialect.server.ts'
import type { Tables, Tx } from '#app/database/tables.ts'
import { createWrapping } from './wrapping.server.ts'

const atOnce = 500

/**
 * Wraps every record key, the audit trail's too, with another ENCRYPTION_KEY; what was sealed stays as it is. Batches
 * commit one by one: after a kill it goes on where it stood. Answers how many keys it wrapped.
 */
export async function rewrapKeys(
  database: Pick<Database, 'kind' | 'transaction'>,
  { from, to }: { from: string; to: string },
): Promise<number> {
  for (let total = 0; ;) {
    const done = await database.transaction((tx) => rewrapSome(database.kind, tx, { from, to }))
    total += done
    if (done < atOnce) return total
    // Whoever waits gets a turn.
    await yieldToEventLoop()
  }
}

/** Some of those that are left; 0: there are none. */
export async function rewrapSome(kind: DatabaseKind, tx: Tx, keysOf: { from: string; to: string }): Promise<number> {
  const [from, to] = [createWrapping(keysOf.from), createWrapping(keysOf.to)]
  const some = tx.selectFrom('recordKeys').selectAll().where('wrappedBy', '=', from.fingerprint).limit(atOnce)
  // Held, so that one destroyed meanwhile does not come back.
  const keys = await (kind === 'postgres' ? some.forUpdate() : some).execute()
  if (keys.length === 0) return 0
  const wrapAnew = (key: Tables['recordKeys']) => ({
    ...key,
    wrapped: to.wrap(key, from.unwrap(key, key.wrapped)),
    wrappedBy: to.fingerprint,
  })
  await tx
    .insertInto('recordKeys')
    .values(keys.map(wrapAnew))
    .onConflict((conflict) =>
      conflict.columns(['purpose', 'id']).doUpdateSet(({ ref }) => ({
        wrapped: ref('excluded.wrapped'),
        wrappedBy: ref('excluded.wrappedBy'),
      })),
    )
    .execute()
  return keys.length
}
