import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { decrypt, encrypt } from './aes-gcm.server.ts'
import type { KeyRing } from './key-ring.server.ts'
import type { KeyHolder } from './wrapping.server.ts'

/**
 * Seals what only the clinic may read. Each record has a random key of its own, which is kept wrapped by
 * `ENCRYPTION_KEY`: once it is destroyed, nobody can read the record, in old backups neither.
 */
export type Vault = {
  /**
   * Under a new key; what was sealed for this record before is lost once `tx` has committed.
   * What comes back opens only for the same purpose and id, so rows that were exchanged are noticed.
   */
  seal(tx: Tx, record: KeyHolder, content: string | Uint8Array): Promise<Uint8Array>
  /** Undefined once the key was destroyed; throws when the bytes or the key were altered or are another record's. */
  open(tx: Db, record: KeyHolder, sealed: Uint8Array): Promise<Buffer | undefined>
  /**
   * The same where a database restored from a backup may have the bytes of before and the keys of today: 'unreadable'
   * when the two do not belong together.
   */
  tryOpen(tx: Db, record: KeyHolder, sealed: Uint8Array): Promise<Buffer | 'unreadable' | undefined>
  destroy(tx: Tx, record: KeyHolder): Promise<void>
  /** A new key for something other than sealing. */
  makeKey(tx: Tx, holder: KeyHolder): Promise<Buffer>
  /** Such a key; undefined when it is gone, or does not open with our ENCRYPTION_KEY. */
  readKey(tx: Db, holder: KeyHolder): Promise<Buffer | undefined>
  /** The same, then kept in memory: only for ids that are never used again and keys that are never destroyed. */
  cacheKey(tx: Db, holder: KeyHolder): Promise<Buffer | undefined>
  /** Leaves in the log, once `tx` has committed, what somebody who can change the database cannot change there. */
  witness(tx: Tx, head: { count: number; hmac: string }): void
}

type Deps = { database: Database; log: Pick<Logger, 'info'>; keys: KeyRing }

export function openVault({ database, log, keys }: Deps): Vault {
  const kept = new Map<string, Buffer>()

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
      const key = kept.get(name) ?? (await readKey(tx, holder))
      if (key) kept.set(name, key)
      return key
    },
    witness(tx, head) {
      database.afterCommit(tx, () => log.info(head, 'audit head'))
    },
  }
}

const boundTo = ({ purpose, id }: KeyHolder) => JSON.stringify(['sealed', purpose, id])
