import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
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
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    // 'wx' makes the file or fails: of two first starts at once, one writes and both read.
    writeFileSync(file, make(), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const secret = readFileSync(file, 'utf8').trim()
  if (!secret) throw new Error(`${file} is empty. Restore it from a backup, or delete it if the database is new.`)
  return secret
}
