import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { fingerprintSecret } from './secrets.server.ts'
import { createWrapping, type Wrapping } from './wrapping.server.ts'

/** The ENCRYPTION_KEYs that this process has: one, and during a rotation two. The database says which is in force. */
export type KeyRing = {
  /** With which a new key is wrapped. Until `tx` ends no rotation can end, so none is left behind with an old one. */
  forNew(tx: Tx): Promise<Wrapping>
  /** By the name that stands beside what it wrapped; undefined when this process does not have it. */
  find(wrappedBy: string): Wrapping | undefined
  /** Every key, the one in force first. */
  inForce(): Promise<[string, ...string[]]>
}

/** `read` answers the keys as they are now: a rotation may put another one beside the data while this process runs. */
export function createKeyRing(
  database: Pick<Database, 'db' | 'takeAdvisoryLock'>,
  read: () => [string, ...string[]],
): KeyRing {
  const entryOf = (key: string) => ({
    key,
    secret: fingerprintSecret('encryption', key),
    wrapping: createWrapping(key),
  })
  type Entry = ReturnType<typeof entryOf>
  const [first, ...more] = read()
  const known: [Entry, ...Entry[]] = [entryOf(first), ...more.map(entryOf)]

  function lookFor(is: (entry: Entry) => boolean) {
    const there = known.find(is)
    if (there) return there
    for (const key of read()) if (!known.some((entry) => entry.key === key)) known.push(entryOf(key))
    return known.find(is)
  }

  return {
    async forNew(tx) {
      await database.takeAdvisoryLock(tx, rotationLock, { shared: true })
      const { current, next } = await readKeysInForce(tx)
      if (current === undefined) return known[0].wrapping
      const nextKey = next === undefined ? undefined : lookFor(({ secret }) => secret === next)
      // Until the rotation ends it wraps anew what a process wrote that does not know the next one.
      const key = nextKey ?? lookFor(({ secret }) => secret === current)
      if (!key) throw new Error('ENCRYPTION_KEY was changed in the meantime. Start this process with the new one')
      return key.wrapping
    },
    find: (wrappedBy) => lookFor(({ wrapping }) => wrapping.fingerprint === wrappedBy)?.wrapping,
    async inForce() {
      const { current } = await readKeysInForce(database.db)
      const key = lookFor(({ secret }) => secret === current) ?? known[0]
      return [key.key, ...known.filter((entry) => entry !== key).map((entry) => entry.key)]
    },
  }
}

/** Whoever wraps a key takes it together with others, and a rotation that ends takes it alone. */
export const rotationLock = 'encryption key'

/** Fingerprints of the ENCRYPTION_KEY in force, and of the one to which a rotation under way leads. */
export async function readKeysInForce(db: Db): Promise<{ current?: string; next?: string }> {
  const rows = await db
    .selectFrom('secretFingerprints')
    .selectAll()
    .where('name', 'in', ['encryption', 'next encryption'])
    .execute()
  const of = (wanted: string) => rows.find(({ name }) => name === wanted)?.fingerprint
  const [current, next] = [of('encryption'), of('next encryption')]
  return { ...(current !== undefined && { current }), ...(next !== undefined && { next }) }
}
