import { randomBytes } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database } from '#app/database/connection.server.ts'
import { fingerprintSecret, type Secrets } from './secrets.server.ts'

/** Writes the recovery sheet once for the current secrets: after printing, it can be deleted for good. */
export async function saveRecoverySheet(
  { transaction, db }: Database,
  file: string,
  {
    encryption,
    session,
    previousSessions,
  }: Pick<Secrets, 'encryption' | 'session'> & { previousSessions: readonly string[] },
  text: () => string,
): Promise<boolean> {
  const fingerprint = fingerprintSecret('recovery sheet', [encryption, session, ...previousSessions].join(' '))
  const { sheetFor } = await db.selectFrom('backupState').select('sheetFor').executeTakeFirstOrThrow()
  if (sheetFor === fingerprint) return false
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.${randomBytes(4).toString('hex')}`
  writeFileSync(temporary, text(), { flag: 'wx', mode: 0o600, flush: true })
  renameSync(temporary, file)
  await transaction((tx) => tx.updateTable('backupState').set({ sheetFor: fingerprint }).execute())
  return true
}
