import { randomBytes } from 'node:crypto'
import { type ObjectStore, StoreError } from './object-store.server.ts'

/** Each test has the same, so that one that was interrupted leaves nothing for good. */
export const testedName = 'connection-test'

/** Stores a small object, reads it back and deletes it. */
export async function testObjectStore(
  store: Pick<ObjectStore, 'replace' | 'get' | 'remove' | 'list'>,
): Promise<{ ok: true } | { ok: false; reason: string; said?: string }> {
  const content = randomBytes(32)
  try {
    await store.replace(testedName, content)
    const isStored = (await store.get(testedName))?.equals(content)
    await store.remove(testedName)
    if (!isStored) return { ok: false, reason: 'not-stored' }
    // Listed, as the copy does: a key that may not list gets 403 for an object that is gone.
    const isDeleted = (await store.list(testedName)).length === 0
    return isDeleted ? { ok: true } : { ok: false, reason: 'not-deleted' }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    return { ok: false, reason: error.reason, ...(error.code !== undefined && { said: error.code }) }
  }
}
