import { createHash, randomBytes } from 'node:crypto'
import { OperatorError } from '#app/operator-error.ts'
import { noConditions, type ObjectStore, StoreError } from './object-store.server.ts'

/** Each test has the same, so that one that was interrupted leaves nothing for good. */
export const testedName = 'connection-test'

type Tested = Pick<ObjectStore, 'create' | 'replace' | 'createFromFile' | 'get' | 'remove' | 'list'>
type StoreTest = { ok: true } | { ok: false; reason: string; said?: string }

/** Stores small objects in each way in which the copy does, reads them back, and deletes them. */
export async function testObjectStore(store: Tested): Promise<StoreTest> {
  try {
    // Of a test that was interrupted.
    await store.remove(testedName)
    const reason = await findFault(store)
    await store.remove(testedName)
    if (reason) return { ok: false, reason }
    // Listed, as the copy does: a key that may not list gets 403 for an object that is gone.
    const isDeleted = (await store.list(testedName)).length === 0
    return isDeleted ? { ok: true } : { ok: false, reason: 'not-deleted' }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    return { ok: false, reason: error.reason, ...(error.code !== undefined && { said: error.code }) }
  }
}

async function findFault(store: Tested) {
  const [changes, keys, base] = [randomBytes(32), randomBytes(48), randomBytes(64)]
  const isStored = async (content: Buffer) => (await store.get(testedName))?.equals(content)
  if (!(await create(store, changes))) return 'not-deleted'
  if (!(await isStored(changes))) return 'not-stored'
  // Some places overwrite in silence.
  if (await create(store, keys)) return noConditions
  await store.replace(testedName, keys)
  if (!(await isStored(keys))) return 'not-stored'
  await store.createFromFile(testedName, new Blob([base]), createHash('sha256').update(base).digest('hex'))
  const [found] = await store.list(testedName)
  return found?.bytes === base.length && (await isStored(base)) ? undefined : 'not-stored'
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
