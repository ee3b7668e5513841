import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#app/database/connection.server.ts'

export type Secrets = {
  /** Signs cookies and links. */
  session: string
  /** 32 bytes in base64; wraps the keys of sealed records. */
  encryption: string
}

/** The secrets of this process are not those with which the database was made. */
export class OtherSecrets extends Error {}

/** Given ones win; missing ones are made once and kept in `dataDir`, readable by its owner only. */
export function loadSecrets(given: Partial<Secrets>, dataDir: string): Secrets {
  return {
    session: given.session ?? keptSecret(dataDir, 'session-secret', () => randomBytes(48).toString('base64url')),
    encryption: given.encryption ?? keptSecret(dataDir, 'encryption-key', () => randomBytes(32).toString('base64')),
  }
}

/** The first process leaves a fingerprint of each secret in the database; later ones must match it. */
export async function checkFingerprints({ transaction }: Database, secrets: Secrets) {
  await transaction(async (tx) => {
    for (const [name, secret] of Object.entries(secrets)) {
      const fingerprint = createHash('sha256').update(`fingerprint of ${name}:${secret}`).digest('base64url')
      await tx
        .insertInto('secret_fingerprints')
        .values({ name, fingerprint })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
      const kept = await tx
        .selectFrom('secret_fingerprints')
        .select('fingerprint')
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
      if (kept.fingerprint !== fingerprint)
        throw new OtherSecrets(
          `${settingOf[name as keyof Secrets]} is not the one this database was made with. Set the original one.`,
        )
    }
  })
}

const settingOf = { session: 'SESSION_SECRET', encryption: 'ENCRYPTION_KEY' } satisfies Record<keyof Secrets, string>

function keptSecret(dataDir: string, name: string, make: () => string) {
  const file = join(dataDir, name)
  if (!existsSync(file)) keepNewSecret(dataDir, file, make())
  const secret = readFileSync(file, 'utf8').trim()
  if (!secret)
    throw new OtherSecrets(`${file} is empty. Restore it from a backup, or delete it if the database is new.`)
  return secret
}

/**
 * Whole or not at all, and on the disk before the database can know its fingerprint: written aside, synced, then linked
 * to its name. Of two first starts at once one link succeeds, and both read that secret.
 */
function keepNewSecret(dataDir: string, file: string, secret: string) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const aside = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(aside, secret, { flag: 'wx', mode: 0o600, flush: true })
  try {
    linkSync(aside, file)
    syncFolder(dataDir)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    unlinkSync(aside)
  }
}

function syncFolder(folder: string) {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
