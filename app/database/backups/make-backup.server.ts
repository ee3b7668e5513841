import { join } from 'node:path'
import { sql } from 'kysely'
import type { DatabasePlace } from '#app/database/connection.server.ts'
import type { DatabaseKind } from '#app/database/dialect.server.ts'
import type { Db } from '#app/database/tables.ts'
import { alone, dataFileOf, keyFileName, prune, writeAside } from './backup-folder.server.ts'
import { type About, pack, type ReadOptions, writeContents } from './contents.server.ts'
import { readSnapshot } from './snapshot.server.ts'
import { readShapes, type TableShape } from './table-shapes.server.ts'
import { OperatorError } from '#app/operator-error.ts'

/** Encrypts files, and opens them again; app/vault has it. */
export type FileSealing = {
  seal(kind: 'data' | 'keys', plain: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  open(kind: 'data' | 'keys', path: string): AsyncIterable<Buffer>
  /** Whether it was encrypted with a key that is no longer in force. */
  isOld(path: string): Promise<boolean>
}

export type BackupDeps = { place: DatabasePlace; folder: string; keep: number; sealing: FileSealing }

export type MadeBackup = { file: string; takenAt: number; bytes: number; audit: About['audit'] }

/** Keys of sealed records stand in a file of their own, so that a destroyed one is gone from every backup. */
const isKeys = ({ name }: TableShape) => name === 'record_keys'

/**
 * Writes the database as it is at this moment into a new file, and its record keys into the one key file there is; while
 * the site serves and writes. The old key file is replaced once the new data file stands. A backup that fails or is
 * killed leaves everything as it was. Throws `OperatorError` with a line for the operator.
 */
export async function makeBackup(
  { place, folder, keep, sealing }: BackupDeps,
  { now, isBeforeUpgrade = false, ...readOptions }: BackupOptions,
): Promise<MadeBackup> {
  try {
    return await alone(folder, async () => {
      const file = join(folder, dataFileOf(now, isBeforeUpgrade))
      const written = await readSnapshot(place, async (kind, db) => {
        const said = await describe(kind, db, now)
        const write = (part: 'data' | 'keys', path: string, tables: TableShape[]) =>
          writeAside(path, (put) =>
            pack(writeContents(db, { ...said, kind: part, tables }, readOptions), async (packed) => {
              for await (const bytes of sealing.seal(part, packed)) await put(bytes)
            }),
          )
        const data = await write(
          'data',
          file,
          said.tables.filter((table) => !isKeys(table)),
        )
        const keys = await write('keys', join(folder, keyFileName), said.tables.filter(isKeys)).catch(async (error) => {
          await data.drop()
          throw error
        })
        return { data, keys, said }
      })
      await written.data.keep()
      await written.keys.keep()
      await prune(folder, keep)
      return { file, takenAt: now, bytes: written.data.bytes + written.keys.bytes, audit: written.said.audit }
    })
  } catch (error) {
    throw asOneLine(error, folder)
  }
}

type BackupOptions = ReadOptions & { now: number; isBeforeUpgrade?: boolean }

async function describe(kind: DatabaseKind, db: Db, takenAt: number): Promise<Omit<About, 'format' | 'kind'>> {
  const tables = await readShapes(kind, db)
  const has = (name: string) => tables.some((table) => table.name === name)
  const migrations = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
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
    migrations: migrations.rows.map(({ name }) => name),
    audit: head ?? null,
    tables,
  }
}

/** What the folder's disk refuses is for the operator to mend. */
function asOneLine(error: unknown, folder: string) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reasons: Record<string, string> = {
    ENOSPC: 'no space is left on the disk',
    EDQUOT: 'no space is left on the disk',
    EFBIG: 'no space is left on the disk',
    EACCES: 'it cannot be written to',
    EPERM: 'it cannot be written to',
    EROFS: 'it cannot be written to',
    ENOTDIR: 'it is not a folder',
    EEXIST: 'it is not a folder',
    EIO: 'the disk does not answer',
  }
  return reasons[code] ? new OperatorError(`BACKUP_DIR: ${folder}: ${reasons[code]} (${code}).`) : error
}
