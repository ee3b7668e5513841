import { randomBytes } from 'node:crypto'
import { OperatorError } from '#app/operator-error.ts'
import { noConditions, type ObjectStore, StoreError } from './object-store.server.ts'

/** Each test has the same, so that one that was interrupted leaves nothing for good. */
export const testedName = 'connection-test'

type Tested = Pick<ObjectStore, 'create' | 'get' | 'remove' | 'list'>
type StoreTest = { ok: true } | { ok: false; reason: string; said?: string }

/** Stores a small object as the copy does, reads it back, tries to store another under its name, and deletes it. */
export async function testObjectStore(store: Tested): Promise<StoreTest> {
  const content = randomBytes(32)
  try {
    // Of a test that was interrupted.
    await store.remove(testedName)
    if (!(await create(store, content))) return { ok: false, reason: 'not-deleted' }
    const isStored = (await store.get(testedName))?.equals(content)
    // Some places overwrite in silence.
    const isOverwritten = isStored && (await create(store, randomBytes(32)))
    await store.remove(testedName)
    if (!isStored) return { ok: false, reason: 'not-stored' }
    if (isOverwritten) return { ok: false, reason: noConditions }
    // Listed, as the copy does: a key that may not list gets 403 for an object that is gone.
    const isDeleted = (await store.list(testedName)).length === 0
    return isDeleted ? { ok: true } : { ok: false, reason: 'not-deleted' }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    return { ok: false, reason: error.reason, ...(error.code !== undefined && { said: error.code }) }
  }
}

/** False if the place has another one of this name. */
async function create(store: Tested, content: Uint8Array<ArrayBuffer>) {
  try {
    await store.create(testedName, content)
    return true
  } catch (error) {
    if (error instanceof StoreError || !(error instanceof OperatorError)) throw error
    return false
  }
}
