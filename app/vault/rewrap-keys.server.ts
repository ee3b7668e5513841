import { setImmediate as giveTurn } from 'node:timers/promises'
import type { Database } from '#app/database/connection.server.ts'
import type { Tables } from '#app/database/tables.ts'
import { createWrapping, type Wrapping } from './wrapping.server.ts'

const atOnce = 500

/**
 * Wraps every record key, the audit trail's too, with another ENCRYPTION_KEY; what was sealed stays as it is. Batches
 * commit one by one: after a kill it goes on where it stood. Answers how many keys it wrapped.
 */
export async function rewrapKeys(
  database: Pick<Database, 'kind' | 'transaction'>,
  { from, to }: { from: string; to: string },
): Promise<number> {
  const [before, after] = [createWrapping(from), createWrapping(to)]
  for (let total = 0; ;) {
    const done = await rewrapSome(database, before, after)
    total += done
    if (done < atOnce) return total
    // Whoever waits gets a turn.
    await giveTurn()
  }
}

const rewrapSome = ({ kind, transaction }: Pick<Database, 'kind' | 'transaction'>, from: Wrapping, to: Wrapping) =>
  transaction(async (tx) => {
    const some = tx.selectFrom('record_keys').selectAll().where('wrapped_by', '=', from.fingerprint).limit(atOnce)
    // Held, so that one destroyed meanwhile does not come back.
    const keys = await (kind === 'postgres' ? some.forUpdate() : some).execute()
    if (keys.length === 0) return 0
    const wrapAnew = (key: Tables['record_keys']) => ({
      ...key,
      wrapped: to.wrap(key, from.unwrap(key, key.wrapped)),
      wrapped_by: to.fingerprint,
    })
    await tx
      .insertInto('record_keys')
      .values(keys.map(wrapAnew))
      .onConflict((conflict) =>
        conflict.columns(['purpose', 'id']).doUpdateSet(({ ref }) => ({
          wrapped: ref('excluded.wrapped'),
          wrapped_by: ref('excluded.wrapped_by'),
        })),
      )
      .execute()
    return keys.length
  })
