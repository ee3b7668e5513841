import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { decrypt, encrypt } from './aes-gcm.server.ts'
import type { KeyRing } from './key-ring.server.ts'
import type { KeyHolder } from './wrapping.server.ts'

/**
 * Envelope encryption. Each record has a random key, stored wrapped by `ENCRYPTION_KEY`: destroying the key makes the
 * record unreadable, in old backups too.
 */
export type Vault = {
  /**
   * Makes a new key; earlier content of the record is lost with the commit. The result opens only for the same purpose
   * and id, so that exchanged rows are noticed.
   */
  seal(tx: Tx, record: KeyHolder, content: string | Uint8Array): Promise<Uint8Array>
  /** Undefined once the key is destroyed; throws when bytes or key were altered or belong to another record. */
  open(tx: Db, record: KeyHolder, sealed: Uint8Array): Promise<Buffer | undefined>
  /** `unreadable`: after a restore, old bytes may meet newer keys. */
  tryOpen(tx: Db, record: KeyHolder, sealed: Uint8Array): Promise<Buffer | 'unreadable' | undefined>
  destroy(tx: Tx, record: KeyHolder): Promise<void>
  /** A new key for another use than sealing. */
  makeKey(tx: Tx, holder: KeyHolder): Promise<Buffer>
  /** Undefined when the key is destroyed, or wrapped with an unknown ENCRYPTION_KEY. */
  readKey(tx: Db, holder: KeyHolder): Promise<Buffer | undefined>
  /** The same, cached in memory: only for keys that are never replaced or destroyed. */
  cacheKey(tx: Db, holder: KeyHolder): Promise<Buffer | undefined>
  /** Logs the head after the commit, where an attacker with access to the database cannot change it. */
  witness(tx: Tx, head: { count: number; hmac: string }): void
}

type Deps = { database: Database; log: Pick<Logger, 'info'>; keys: KeyRing }

export function openVault({ database, log, keys }: Deps): Vault {
  const cache = new Map<string, Buffer>()

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
    async seal(tx, record, content) {
      await destroy(tx, record)
      return encrypt(await makeKey(tx, record), Buffer.from(content), boundTo(record))
    },
    async open(tx, record, sealed) {
      const row = await findKey(tx, record)
      return row && decrypt(unwrap(record, row), sealed, boundTo(record))
    },
    async tryOpen(tx, record, sealed) {
      const row = await findKey(tx, record)
      try {
        return row && decrypt(unwrap(record, row), sealed, boundTo(record))
      } catch {
        return 'unreadable'
      }
    },
    async cacheKey(tx, holder) {
      const name = boundTo(holder)
      const key = cache.get(name) ?? (await readKey(tx, holder))
      if (key) cache.set(name, key)
      return key
    },
    witness(tx, head) {
      database.afterCommit(tx, () => log.info(head, 'audit head'))
    },
  }
}

const boundTo = ({ purpose, id }: KeyHolder) => JSON.stringify(['sealed', purpose, id])
