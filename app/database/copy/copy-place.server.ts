import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { compress, writeContents } from '#app/database/backups/contents.server.ts'
import { createManifest, isKeys, type Manifest } from '#app/database/backups/make-backup.server.ts'
import type { Database } from '#app/database/connection.server.ts'
import type { Db } from '#app/database/tables.ts'
import { OperatorError } from '#app/operator-error.ts'
import { collect, type CopyLocks, type CopyStore } from './copy-deps.ts'
import { epochPrefix, epochsPrefix, findObsolete, keysName, parseName, toName } from './copy-names.ts'

type Deps = {
  database: Database
  /** For the base that is being written. */
  folder: string
  store: CopyStore
  locks: CopyLocks
}

/** How the file of a base ends until it is complete. */
export const partial = '.partial'

/** What of the database is at the place elsewhere: a base of each epoch, its changes, and the record keys. */
export function createCopyPlace({ database, folder, store, locks }: Deps) {
  return {
    async findNextEpoch() {
      const numbers = (await store.list(epochsPrefix)).map(({ key }) => parseName(key)?.epoch ?? 0)
      return Math.max(0, ...numbers) + 1
    },

    async storeBase(db: Db, manifest: Manifest, at: { epoch: number; sequence: number }) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // The base of a former epoch may still be on its way.
      const file = join(folder, `${at.epoch}-${at.sequence}${partial}`)
      try {
        const tables = manifest.tables.filter((table) => !isKeys(table))
        const lines = writeContents(db, { ...manifest, kind: 'data', tables })
        const encrypted = locks.encrypt(locks.files.seal('data', compress(lines)))
        const { sha256, bytes } = await writeFile(file, encrypted)
        const name = toName(at.epoch, at.sequence, 'base')
        await store.createFromFile(name, await openAsBlob(file), sha256)
        const [found] = await store.list(name)
        if (found?.bytes !== bytes) throw new Lie(name)
        return { name, bytes }
      } finally {
        await rm(file, { force: true })
      }
    },

    async sendKeys() {
      const manifest = await createManifest('sqlite', database.db, Date.now())
      const tables = manifest.tables.filter(isKeys)
      const lines = writeContents(database.db, { ...manifest, kind: 'keys', tables })
      await store.replace(keysName, await collect(locks.encrypt(locks.files.seal('keys', compress(lines)))))
    },

    async removeObsolete() {
      const objects = (await store.list(epochsPrefix)).flatMap(({ key }) => parseName(key) ?? [])
      for (const { key } of findObsolete(objects)) await store.remove(key)
    },

    /** A place may say that it stored something, and not have done so. Throws then. */
    async checkChanges(epoch: number, stored: ReadonlyMap<string, number>) {
      const [first] = stored.keys()
      if (first === undefined) return
      const before = toName(epoch, (parseName(first)?.sequence ?? 1) - 1, 'changes')
      const found = new Map((await store.list(epochPrefix(epoch), before)).map(({ key, bytes }) => [key, bytes]))
      for (const [name, bytes] of stored) if (found.get(name) !== bytes) throw new Lie(name)
    },
  }
}

export class Lie extends OperatorError {
  constructor(name: string) {
    super(`COPY_URL: the place said that it stored ${name}, but does not have it as it was sent.`)
  }
}

async function writeFile(file: string, contents: AsyncIterable<Uint8Array>) {
  const sum = createHash('sha256')
  const handle = await open(file, 'w', 0o600)
  try {
    for await (const part of contents) {
      sum.update(part)
      await handle.write(part)
    }
    const { size } = await handle.stat()
    return { sha256: sum.digest('hex'), bytes: size }
  } finally {
    await handle.close()
  }
}
