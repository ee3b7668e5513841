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
  /** Earlier ones, which only verify. */
  previousSessions?: readonly string[] | undefined
  /** 32 bytes in base64; wraps the keys of sealed records. */
  encryption: string
  /** During a rotation, the key that replaces it. */
  nextEncryption?: string | undefined
}

/** Configured secrets win; missing ones are generated once in `dataDir`. */
export function loadSecrets(given: Partial<Secrets>, dataDir: string): Secrets {
  const found = findSecrets(given, dataDir)
  return {
    ...found,
    session: found.session ?? loadOrCreate(dataDir, 'session-secret', () => randomBytes(48).toString('base64url')),
    encryption: found.encryption ?? loadOrCreate(dataDir, 'encryption-key', newEncryptionKey),
  }
}

const newEncryptionKey = () => randomBytes(32).toString('base64')
const nextKeyFile = 'encryption-key-next'

/** Generates the next key in `dataDir`; returns the same one until `adoptNextKey`. */
export const makeNextKey = (dataDir: string) => loadOrCreate(dataDir, nextKeyFile, newEncryptionKey)

/** Replaces the generated key by the generated next one. */
export function adoptNextKey(dataDir: string) {
  if (!existsSync(join(dataDir, nextKeyFile))) return
  renameSync(join(dataDir, nextKeyFile), join(dataDir, 'encryption-key'))
  syncFolder(dataDir)
}

/** The same without generating any. */
export const findSecrets = (given: Partial<Secrets>, dataDir: string): Partial<Secrets> => ({
  session: given.session ?? readSecret(dataDir, 'session-secret'),
  previousSessions: given.previousSessions,
  encryption: given.encryption ?? readSecret(dataDir, 'encryption-key'),
  // From the data directory only when the current key is generated as well.
  nextEncryption:
    given.nextEncryption ?? (given.encryption === undefined ? readSecret(dataDir, nextKeyFile) : undefined),
})

function readSecret(dataDir: string, name: string) {
  const file = join(dataDir, name)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() || undefined : undefined
}

export const fingerprintSecret = (name: string, secret: string) =>
  createHash('sha256').update(`fingerprint of ${name}:${secret}`).digest('base64url')

/**
 * After a restore: the database takes these secrets; the next start adds a missing one, and replaces a previous
 * SESSION_SECRET.
 */
export async function replaceFingerprints(tx: Tx, secrets: Partial<Secrets>) {
  const previous = (secrets.previousSessions ?? []).map((one) => fingerprintSecret('session', one))
  await tx
    .deleteFrom('secretFingerprints')
    .where((row) => row.or([row('name', '!=', 'session'), row('fingerprint', 'not in', ['', ...previous])]))
    .execute()
  for (const name of names) {
    const secret = secrets[name]
    if (secret) await storeFingerprint(tx, name, fingerprintSecret(name, secret))
  }
}

/** Whether a backup with this fingerprint was made with another SESSION_SECRET; false without a secret to compare. */
export const isOtherSession = (secrets: Partial<Secrets>, fingerprint: string | undefined): boolean =>
  secrets.session !== undefined && fingerprint !== undefined && !findMatch(secrets, 'session', fingerprint)

/** Unless there is one by this name. */
const storeFingerprint = (tx: Tx, name: string, fingerprint: string) =>
  tx
    .insertInto('secretFingerprints')
    .values({ name, fingerprint })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()

/**
 * The first process stores a fingerprint of each secret; later ones must match. Returns the ENCRYPTION_KEY in force,
 * which may be the next one.
 */
export const checkFingerprints = ({ transaction }: Database, secrets: Secrets): Promise<string> =>
  transaction(async (tx) => {
    let inForce = secrets.encryption
    for (const name of names) {
      await storeFingerprint(tx, name, fingerprintSecret(name, secrets[name]))
      const { fingerprint } = await tx
        .selectFrom('secretFingerprints')
        .select('fingerprint')
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
      const match = findMatch(secrets, name, fingerprint)
      if (!match)
        throw new OperatorError(`${settingOf[name]} is not the one this database was made with. Set the original one.`)
      if (name === 'encryption') inForce = match
    }
    return inForce
  })

function findMatch(secrets: Partial<Secrets>, name: Name, fingerprint: string) {
  const { session, previousSessions = [], encryption, nextEncryption } = secrets
  const known = name === 'session' ? [session, ...previousSessions] : [encryption, nextEncryption]
  return known.find((secret) => secret && fingerprintSecret(name, secret) === fingerprint)
}

/** Once after SESSION_SECRET has replaced one of SESSION_SECRET_PREVIOUS; runs `moveOver` in the same transaction. */
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

/** The setting that does not match the database, if any; writes nothing. */
export async function findSecretMismatch({ db }: Pick<Database, 'db'>, secrets: Partial<Secrets>) {
  const stored = await db.selectFrom('secretFingerprints').selectAll().execute()
  const name = names.find((one) => {
    const theirs = stored.find((row) => row.name === one)
    return theirs && !findMatch(secrets, one, theirs.fingerprint)
  })
  return name && settingOf[name]
}

const names = ['session', 'encryption'] as const
type Name = (typeof names)[number]
const settingOf: Record<Name, string> = { session: 'SESSION_SECRET', encryption: 'ENCRYPTION_KEY' }

function loadOrCreate(dataDir: string, name: string, make: () => string) {
  const file = join(dataDir, name)
  if (!existsSync(file)) createSecretFile(dataDir, file, make())
  const secret = readFileSync(file, 'utf8').trim()
  if (!secret)
    throw new OperatorError(`${file} is empty. Restore it from a backup, or delete it if the database is new.`)
  return secret
}

/**
 * The file is complete and on the disk before the database gets its fingerprint: written under a temporary name, synced,
 * then linked. Of two first starts at once, one link succeeds, and both read that secret.
 */
function createSecretFile(dataDir: string, file: string, secret: string) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const temporary = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(temporary, secret, { flag: 'wx', mode: 0o600, flush: true })
  try {
    linkSync(temporary, file)
    syncFolder(dataDir)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    unlinkSync(temporary)
  }
}

function syncFolder(folder: string) {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
