import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { fingerprintSecret } from './secrets.server.ts'
import { createWrapping } from './wrapping.server.ts'

export type KeyRing = ReturnType<typeof createKeyRing>

/**
 * The ENCRYPTION_KEYs of this process: one, or two during a rotation. The database says which one is in force. `read`
 * returns the current keys: a rotation may add one to the data directory while this process runs.
 */
export function createKeyRing(database: Pick<Database, 'db' | 'takeAdvisoryLock'>, read: () => [string, ...string[]]) {
  const toEntry = (key: string) => ({
    key,
    secret: fingerprintSecret('encryption', key),
    wrapping: createWrapping(key),
  })
  type Entry = ReturnType<typeof toEntry>
  const [first, ...more] = read()
  const known: [Entry, ...Entry[]] = [toEntry(first), ...more.map(toEntry)]

  function findEntry(is: (entry: Entry) => boolean) {
    const there = known.find(is)
    if (there) return there
    for (const key of read()) if (!known.some((entry) => entry.key === key)) known.push(toEntry(key))
    return known.find(is)
  }

  return {
    /** Wraps a new record key. No rotation can end before `tx` does, so none misses a key. */
    async forNew(tx: Tx) {
      await database.takeAdvisoryLock(tx, rotationLock, { shared: true })
      const { current, next } = await readKeysInForce(tx)
      if (current === undefined) return known[0].wrapping
      const nextKey = next === undefined ? undefined : findEntry(({ secret }) => secret === next)
      // The rotation wraps again the keys of processes that do not have the next ENCRYPTION_KEY yet.
      const key = nextKey ?? findEntry(({ secret }) => secret === current)
      if (!key) throw new Error('ENCRYPTION_KEY was changed in the meantime. Start this process with the new one')
      return key.wrapping
    },
    /** By the fingerprint stored with a record key; undefined when this process does not have the ENCRYPTION_KEY. */
    find: (wrappedBy: string) => findEntry(({ wrapping }) => wrapping.fingerprint === wrappedBy)?.wrapping,
    /** Every key, the one in force first. */
    async inForce(): Promise<[string, ...string[]]> {
      const { current } = await readKeysInForce(database.db)
      const key = findEntry(({ secret }) => secret === current) ?? known[0]
      return [key.key, ...known.filter((entry) => entry !== key).map((entry) => entry.key)]
    },
  }
}

/** Shared by transactions that wrap a key; the end of a rotation takes it alone. */
export const rotationLock = 'encryption key'

/** Fingerprints of the ENCRYPTION_KEY in force, and of the next one during a rotation. */
export async function readKeysInForce(db: Db) {
  const rows = await db
    .selectFrom('secretFingerprints')
    .selectAll()
    .where('name', 'in', ['encryption', 'next encryption'])
    .execute()
  const find = (wanted: string) => rows.find(({ name }) => name === wanted)?.fingerprint
  return { current: find('encryption'), next: find('next encryption') }
}
