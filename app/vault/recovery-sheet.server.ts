import { randomBytes } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database } from '#app/database/connection.server.ts'
import { fingerprintSecret } from './secrets.server.ts'

type Keys = { encryption: string; session: string }

/**
 * Writes the recovery sheet into `file`, once for the secrets in force: whoever printed and deleted it does not get
 * it again. Readable by its owner only.
 */
export async function saveRecoverySheet(
  { transaction, db }: Database,
  file: string,
  keys: Keys,
  text: () => string,
): Promise<boolean> {
  const fingerprint = fingerprintSecret('recovery sheet', `${keys.encryption} ${keys.session}`)
  const { sheetFor } = await db.selectFrom('backupState').select('sheetFor').executeTakeFirstOrThrow()
  if (sheetFor === fingerprint) return false
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const aside = `${file}.${randomBytes(4).toString('hex')}`
  writeFileSync(aside, text(), { flag: 'wx', mode: 0o600, flush: true })
  renameSync(aside, file)
  await transaction((tx) => tx.updateTable('backupState').set({ sheetFor: fingerprint }).execute())
  return true
}
