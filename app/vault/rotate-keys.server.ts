import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database } from '#app/database/connection.server.ts'
import type { DatabaseKind } from '#app/database/dialect.server.ts'
import type { Tables, Tx } from '#app/database/tables.ts'
import { readKeysInForce, rotationLock } from './key-ring.server.ts'
import { OperatorError } from '#app/operator-error.ts'
import { fingerprintSecret } from './secrets.server.ts'
import { createWrapping } from './wrapping.server.ts'

type Keys = { from: string; to: string }

const batchSize = 500

/**
 * Puts another ENCRYPTION_KEY in force, while processes that have both go on. Run again after it stopped half-way, it
 * goes on where it stood; after it was done, it does nothing. `record` leaves a trace in the transaction that ends it.
 * Throws `OperatorError` with a line for the operator. Answers how many record keys it wrapped.
 */
export async function rotateKeys(
  database: Database,
  { from, to }: Keys,
  record: (tx: Tx) => Promise<void>,
): Promise<number> {
  if (!(await begin(database, { from, to }))) return 0
  let wrapped = await rewrapKeys(database, { from, to })
  await database.transaction(async (tx) => {
    await database.takeAdvisoryLock(tx, rotationLock)
    // Keys wrapped since by a process without the new key. The lock stops all wrapping until this commits.
    for (let some = 1; some > 0; wrapped += some) some = await rewrapSome(database.kind, tx, { from, to })
    await tx
      .updateTable('secretFingerprints')
      .set({ fingerprint: fingerprintSecret('encryption', to) })
      .where('name', '=', 'encryption')
      .execute()
    await tx.deleteFrom('secretFingerprints').where('name', '=', 'next encryption').execute()
    await record(tx)
  })
  database.truncateJournal()
  return wrapped
}

/** From here on, processes with both keys wrap with the new one. False when it is already in force. */
const begin = (database: Database, { from, to }: Keys) =>
  database.transaction(async (tx) => {
    await database.takeAdvisoryLock(tx, rotationLock)
    const { current, next } = await readKeysInForce(tx)
    const fingerprint = fingerprintSecret('encryption', to)
    if (current === fingerprint) return false
    if (current !== fingerprintSecret('encryption', from))
      throw new OperatorError('ENCRYPTION_KEY is not the one this database was made with. Set the original one.')
    if (next !== undefined && next !== fingerprint)
      throw new OperatorError(
        'ENCRYPTION_KEY_NEXT: a change to another key was begun. Set that one, and run this again.',
      )
    if (next === undefined)
      await tx.insertInto('secretFingerprints').values({ name: 'next encryption', fingerprint }).execute()
    return true
  })

/**
 * Wraps every record key, the audit trail's too, with another ENCRYPTION_KEY; sealed records stay the same. Each batch
 * commits, so that a killed run can be continued. Returns the number of keys.
 */
export async function rewrapKeys(
  database: Pick<Database, 'kind' | 'transaction'>,
  { from, to }: Keys,
): Promise<number> {
  for (let total = 0; ;) {
    const done = await database.transaction((tx) => rewrapSome(database.kind, tx, { from, to }))
    total += done
    if (done < batchSize) return total
    await yieldToEventLoop()
  }
}

/** One batch; 0 when no key is left. */
async function rewrapSome(kind: DatabaseKind, tx: Tx, keys: Keys): Promise<number> {
  const [from, to] = [createWrapping(keys.from), createWrapping(keys.to)]
  const some = tx.selectFrom('recordKeys').selectAll().where('wrappedBy', '=', from.fingerprint).limit(batchSize)
  // Locked, so that a key destroyed meanwhile does not come back.
  const old = await (kind === 'postgres' ? some.forUpdate() : some).execute()
  if (old.length === 0) return 0
  const rewrap = (key: Tables['recordKeys']) => ({
    ...key,
    wrapped: to.wrap(key, from.unwrap(key, key.wrapped)),
    wrappedBy: to.fingerprint,
  })
  await tx
    .insertInto('recordKeys')
    .values(old.map(rewrap))
    .onConflict((conflict) =>
      conflict.columns(['purpose', 'id']).doUpdateSet(({ ref }) => ({
        wrapped: ref('excluded.wrapped'),
        wrappedBy: ref('excluded.wrappedBy'),
      })),
    )
    .execute()
  return old.length
}
