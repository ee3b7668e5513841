import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database } from '#app/database/connection.server.ts'
import type { DatabaseKind } from '#app/database/dialect.server.ts'
import type { Tables, Tx } from '#app/database/tables.ts'
import { createWrapping } from './wrapping.server.ts'

const batchSize = 500

/**
 * Wraps every record key, the audit trail's too, with another ENCRYPTION_KEY; sealed records stay the same. Each batch
 * commits, so that a killed run can be continued. Returns the number of keys.
 */
export async function rewrapKeys(
  database: Pick<Database, 'kind' | 'transaction'>,
  { from, to }: { from: string; to: string },
): Promise<number> {
  for (let total = 0; ;) {
    const done = await database.transaction((tx) => rewrapSome(database.kind, tx, { from, to }))
    total += done
    if (done < batchSize) return total
    await yieldToEventLoop()
  }
}

/** One batch; 0 when no key is left. */
export async function rewrapSome(kind: DatabaseKind, tx: Tx, keysOf: { from: string; to: string }): Promise<number> {
  const [from, to] = [createWrapping(keysOf.from), createWrapping(keysOf.to)]
  const some = tx.selectFrom('recordKeys').selectAll().where('wrappedBy', '=', from.fingerprint).limit(batchSize)
  // Locked, so that a key destroyed meanwhile does not come back.
  const keys = await (kind === 'postgres' ? some.forUpdate() : some).execute()
  if (keys.length === 0) return 0
  const rewrap = (key: Tables['recordKeys']) => ({
    ...key,
    wrapped: to.wrap(key, from.unwrap(key, key.wrapped)),
    wrappedBy: to.fingerprint,
  })
  await tx
    .insertInto('recordKeys')
    .values(keys.map(rewrap))
    .onConflict((conflict) =>
      conflict.columns(['purpose', 'id']).doUpdateSet(({ ref }) => ({
        wrapped: ref('excluded.wrapped'),
        wrappedBy: ref('excluded.wrappedBy'),
      })),
    )
    .execute()
  return keys.length
}
