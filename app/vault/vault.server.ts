import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { decrypt, encrypt } from './aes-gcm.server.ts'
import type { KeyRing } from './key-ring.server.ts'
import type { KeyHolder } from './wrapping.server.ts'

export type Vault = ReturnType<typeof openVault>

type Deps = { database: Database; log: Pick<Logger, 'info'>; keys: KeyRing }

/**
 * Envelope encryption. Each record has a random key, stored wrapped by `ENCRYPTION_KEY`: destroying the key makes the
 * record unreadable, in old backups too.
 */
export function openVault({ database, log, keys }: Deps) {
  const cache = new Map<string, Buffer>()

  /** A new key, also for another use than sealing. */
  async function makeKey(tx: Tx, { purpose, id }: KeyHolder) {
    const key = randomBytes(32)
    const wrapping = await keys.forNew(tx)
    const row = {
      wrapped: wrapping.wrap({ purpose, id }, key),
      wrappedBy: wrapping.fingerprint,
      createdAt: Date.now(),
    }
    await tx
      .insertInto('recordKeys')
      .values({ purpose, id, ...row })
      .onConflict((conflict) => conflict.columns(['purpose', 'id']).doUpdateSet(row))
      .execute()
    return key
  }

  const findKey = (tx: Db, { purpose, id }: KeyHolder) =>
    tx
      .selectFrom('recordKeys')
      .select(['wrapped', 'wrappedBy'])
      .where('purpose', '=', purpose)
      .where('id', '=', id)
      .executeTakeFirst()

  function unwrap(holder: KeyHolder, { wrapped, wrappedBy }: { wrapped: Uint8Array; wrappedBy: string }) {
    const wrapping = keys.find(wrappedBy)
    if (!wrapping) throw new Error(`a key for ${holder.purpose} has another ENCRYPTION_KEY`)
    return wrapping.unwrap(holder, wrapped)
  }

  /** Undefined when the key is destroyed, or wrapped with an unknown ENCRYPTION_KEY. */
  async function readKey(tx: Db, holder: KeyHolder) {
    const row = await findKey(tx, holder)
    try {
      return row && unwrap(holder, row)
    } catch {
      return undefined
    }
  }

  async function destroy(tx: Tx, { purpose, id }: KeyHolder) {
    const keys = tx.deleteFrom('recordKeys').where('purpose', '=', purpose).where('id', '=', id)
    const destroyed = await keys.returning('id').execute()
    if (destroyed.length > 0) database.afterCommit(tx, database.truncateJournal)
  }

  return {
    makeKey,
    readKey,
    destroy,
    /**
     * Makes a new key; earlier content of the record is lost with the commit. The result opens only for the same purpose
     * and id, so that exchanged rows are noticed.
     */
    async seal(tx: Tx, record: KeyHolder, content: string | Uint8Array) {
      await destroy(tx, record)
      return encrypt(await makeKey(tx, record), Buffer.from(content), boundTo(record))
    },
    /** Undefined once the key is destroyed; throws when bytes or key were altered or belong to another record. */
    async open(tx: Db, record: KeyHolder, sealed: Uint8Array) {
      const row = await findKey(tx, record)
      return row && decrypt(unwrap(record, row), sealed, boundTo(record))
    },
    /** `unreadable`: after a restore, old bytes may meet newer keys. */
    async tryOpen(tx: Db, record: KeyHolder, sealed: Uint8Array) {
      const row = await findKey(tx, record)
      try {
        return row && decrypt(unwrap(record, row), sealed, boundTo(record))
      } catch {
        return 'unreadable' as const
      }
    },
    /** `readKey`, cached in memory: only for keys that are never replaced or destroyed. */
    async cacheKey(tx: Db, holder: KeyHolder) {
      const name = boundTo(holder)
      const key = cache.get(name) ?? (await readKey(tx, holder))
      if (key) cache.set(name, key)
      return key
    },
    /** Logs the head after the commit, where an attacker with access to the database cannot change it. */
    witness(tx: Tx, head: { count: number; hmac: string }) {
      database.afterCommit(tx, () => log.info(head, 'audit head'))
    },
  }
}

const boundTo = ({ purpose, id }: KeyHolder) => JSON.stringify(['sealed', purpose, id])
