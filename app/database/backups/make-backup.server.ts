import { join } from 'node:path'
import type { DatabaseLocation } from '#app/database/connection.server.ts'
import type { DatabaseKind } from '#app/database/dialect.server.ts'
import { listMigrations } from '#app/database/migrate.server.ts'
import type { Db } from '#app/database/tables.ts'
import { withFolderLock, toDataFileName, keyFileName, prune, writeTemporaryFile } from './backup-folder.server.ts'
import { type BackupManifest, compress, type ReadOptions, writeContents } from './contents.server.ts'
import { readSnapshot } from './snapshot.server.ts'
import { readShapes, type TableShape } from './table-shapes.server.ts'
import { OperatorError } from '#app/operator-error.ts'
import { diskReasons } from './to-operator-error.ts'

/** Encrypts and decrypts files; see app/vault. */
export type FileSealing = {
  seal(kind: 'data' | 'keys', plain: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  open(kind: 'data' | 'keys', path: string): AsyncIterable<Buffer>
  /** Whether it was encrypted with a former key. */
  isOld(path: string): Promise<boolean>
}

export type BackupDeps = { location: DatabaseLocation; folder: string; keep: number; sealing: FileSealing }

export type MadeBackup = { file: string; takenAt: number; bytes: number; audit: BackupManifest['audit'] }

/** Record keys have their own file, which only the newest backup has, so that a destroyed key is gone from all backups. */
export const isKeys = ({ name }: TableShape) => name === 'record_keys'

/**
 * Writes a snapshot of the database into a new data file, and its record keys into the key file, while the site serves
 * and writes. The key file is replaced after the data file is complete. A failed or killed backup changes nothing.
 */
export async function makeBackup(
  { location, folder, keep, sealing }: BackupDeps,
  { now, isBeforeUpgrade = false, ...readOptions }: BackupOptions,
): Promise<MadeBackup> {
  try {
    return await withFolderLock(folder, async () => {
      const file = join(folder, toDataFileName(now, isBeforeUpgrade))
      const written = await readSnapshot(location, async (kind, db) => {
        const manifest = await createManifest(kind, db, now)
        const write = (part: 'data' | 'keys', path: string) => {
          const tables = manifest.tables.filter((table) => isKeys(table) === (part === 'keys'))
          const lines = writeContents(db, { ...manifest, kind: part, tables }, readOptions)
          return writeTemporaryFile(path, sealing.seal(part, compress(lines)))
        }
        const data = await write('data', file)
        const keys = await write('keys', join(folder, keyFileName)).catch(async (error) => {
          await data.discard()
          throw error
        })
        return { data, keys, audit: manifest.audit }
      })
      await written.data.commit()
      await written.keys.commit()
      await prune(folder, keep)
      return { file, takenAt: now, bytes: written.data.bytes + written.keys.bytes, audit: written.audit }
    })
  } catch (error) {
    throw toOperatorError(error, folder)
  }
}

type BackupOptions = ReadOptions & { now: number; isBeforeUpgrade?: boolean }

export type Manifest = Awaited<ReturnType<typeof createManifest>>

export async function createManifest(kind: DatabaseKind, db: Db, takenAt: number) {
  const tables = await readShapes(kind, db)
  const has = (name: string) => tables.some((table) => table.name === name)
  const head = has('audit_head')
    ? await db.selectFrom('auditHead').select(['count', 'hmac']).where('id', '=', 'head').executeTakeFirst()
    : undefined
  const state = has('backup_state')
    ? await db.selectFrom('backupState').select('lineage').executeTakeFirst()
    : undefined
  return {
    lineage: state?.lineage ?? '',
    takenAt,
    from: kind,
    migrations: await listMigrations(db),
    audit: head ?? null,
    tables,
  }
}

/** Errors of the disk are for the operator to fix. */
function toOperatorError(error: unknown, folder: string) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return diskReasons[code] ? new OperatorError(`BACKUP_DIR: ${folder}: ${diskReasons[code]} (${code}).`) : error
}
