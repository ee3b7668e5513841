import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#app/database/connection.server.ts'
import { OperatorError } from '#app/operator-error.ts'
import type { Tx } from '#app/database/tables.ts'

export type Secrets = {
  /** Signs cookies and links. */
  session: string
  /** Of before it: they only verify. */
  previousSessions?: readonly string[] | undefined
  /** 32 bytes in base64; wraps the keys of sealed records. */
  encryption: string
  /** The one that takes its place, while that is under way. */
  nextEncryption?: string | undefined
}

/** Given ones win; missing ones are made once and kept in `dataDir`, readable by its owner only. */
export function loadSecrets(given: Partial<Secrets>, dataDir: string): Secrets {
  return {
    previousSessions: given.previousSessions,
    session: given.session ?? keptSecret(dataDir, 'session-secret', () => randomBytes(48).toString('base64url')),
    encryption: given.encryption ?? keptSecret(dataDir, 'encryption-key', newEncryptionKey),
    nextEncryption: given.nextEncryption ?? keptNextKey(given, dataDir),
  }
}

const newEncryptionKey = () => randomBytes(32).toString('base64')
const nextKeyFile = 'encryption-key-next'

/** Only where the one in force was generated as well. */
const keptNextKey = (given: Partial<Secrets>, dataDir: string) =>
  given.encryption === undefined ? kept(dataDir, nextKeyFile) : undefined

/** Generates the key to change to, beside the one that was generated before; the same one until `adoptNextKey`. */
export const makeNextKey = (dataDir: string) => keptSecret(dataDir, nextKeyFile, newEncryptionKey)

/** Lets the generated next key take the place of the one before, which is gone then. */
export function adoptNextKey(dataDir: string) {
  if (!existsSync(join(dataDir, nextKeyFile))) return
  renameSync(join(dataDir, nextKeyFile), join(dataDir, 'encryption-key'))
  syncFolder(dataDir)
}

/** The same without making any: what is not there stays undefined. */
export const findSecrets = (given: Partial<Secrets>, dataDir: string): Partial<Secrets> => ({
  session: given.session ?? kept(dataDir, 'session-secret'),
  previousSessions: given.previousSessions,
  encryption: given.encryption ?? kept(dataDir, 'encryption-key'),
  nextEncryption: given.nextEncryption ?? keptNextKey(given, dataDir),
})

function kept(dataDir: string, name: string) {
  const file = join(dataDir, name)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() || undefined : undefined
}

export const fingerprintSecret = (name: string, secret: string) =>
  createHash('sha256').update(`fingerprint of ${name}:${secret}`).digest('base64url')

/**
 * After a restore: these are its secrets from now on; one that is not there yet is whatever the next start has. The next
 * start also moves over from a SESSION_SECRET of before.
 */
export async function replaceFingerprints(tx: Tx, secrets: Partial<Secrets>) {
  const ofBefore = (secrets.previousSessions ?? []).map((one) => fingerprintSecret('session', one))
  await tx
    .deleteFrom('secretFingerprints')
    .where((row) => row.or([row('name', '!=', 'session'), row('fingerprint', 'not in', ['', ...ofBefore])]))
    .execute()
  for (const name of ['session', 'encryption'] as const) {
    const secret = secrets[name]
    if (secret)
      await tx
        .insertInto('secretFingerprints')
        .values({ name, fingerprint: fingerprintSecret(name, secret) })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
  }
}

/**
 * The first process leaves a fingerprint of each secret in the database; later ones must match it. Answers the
 * ENCRYPTION_KEY in force, which may be the next one.
 */
export async function checkFingerprints({ transaction }: Database, secrets: Secrets): Promise<string> {
  const { session, previousSessions = [], encryption, nextEncryption } = secrets
  return transaction(async (tx) => {
    let inForce = encryption
    for (const [name, secret] of Object.entries({ session, encryption })) {
      const fingerprint = fingerprintSecret(name, secret)
      await tx
        .insertInto('secretFingerprints')
        .values({ name, fingerprint })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
      const kept = await tx
        .selectFrom('secretFingerprints')
        .select('fingerprint')
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
      if (kept.fingerprint === fingerprint) continue
      if (name === 'session' && previousSessions.some((one) => kept.fingerprint === fingerprintSecret(name, one)))
        continue
      if (name === 'session' || !nextEncryption || kept.fingerprint !== fingerprintSecret(name, nextEncryption))
        throw new OperatorError(`${settingOf[name]} is not the one this database was made with. Set the original one.`)
      inForce = nextEncryption
    }
    return inForce
  })
}

/**
 * Once, when SESSION_SECRET has taken the place of one that is listed in SESSION_SECRET_PREVIOUS: `moveOver` does in the
 * same transaction what goes with it.
 */
export const adoptSessionSecret = ({ transaction }: Database, secrets: Secrets, moveOver: MoveOver) =>
  transaction(async (tx) => {
    for (const from of secrets.previousSessions ?? []) {
      const { numUpdatedRows } = await tx
        .updateTable('secretFingerprints')
        .set({ fingerprint: fingerprintSecret('session', secrets.session) })
        .where('name', '=', 'session')
        .where('fingerprint', '=', fingerprintSecret('session', from))
        .executeTakeFirst()
      if (numUpdatedRows === 0n || from === secrets.session) continue
      await moveOver(tx, { from, to: secrets.session })
      return true
    }
    return false
  })

export type MoveOver = (tx: Tx, secrets: { from: string; to: string }) => Promise<void>

/** The setting that is not the one with which a database was made, if any; nothing is left there. */
export async function findSecretMismatch({ db }: Pick<Database, 'db'>, secrets: Partial<Secrets>) {
  const kept = await db.selectFrom('secretFingerprints').selectAll().execute()
  for (const name of ['session', 'encryption'] as const) {
    const mine =
      name === 'session'
        ? [secrets.session, ...(secrets.previousSessions ?? [])]
        : [secrets.encryption, secrets.nextEncryption]
    const theirs = kept.find((each) => each.name === name)?.fingerprint
    if (theirs && !mine.some((secret) => secret && fingerprintSecret(name, secret) === theirs)) return settingOf[name]
  }
  return undefined
}

const settingOf: Record<string, string> = { session: 'SESSION_SECRET', encryption: 'ENCRYPTION_KEY' }

function keptSecret(dataDir: string, name: string, make: () => string) {
  const file = join(dataDir, name)
  if (!existsSync(file)) keepNewSecret(dataDir, file, make())
  const secret = readFileSync(file, 'utf8').trim()
  if (!secret)
    throw new OperatorError(`${file} is empty. Restore it from a backup, or delete it if the database is new.`)
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
