import type { Db, Tx } from '#app/database/tables.ts'
import type { Signer } from '#app/vault/signing.server.ts'

/**
 * Addresses that must not get the newsletter. They are kept as fingerprints, apart from the subscribers, so that a
 * subscriber who is deleted and comes back with some list is still known to have left.
 */
type Deps = { tx: Tx; signer: Pick<Signer, 'fingerprint' | 'fingerprints'> }

export async function suppress({ tx, signer }: Deps, email: string, now: number) {
  await tx
    .insertInto('suppressions')
    .values({ emailFingerprint: fingerprintOf(signer, email), since: now })
    .onConflict((conflict) => conflict.column('emailFingerprint').doNothing())
    .execute()
}

export async function liftSuppression({ tx, signer }: Deps, email: string) {
  await tx.deleteFrom('suppressions').where('emailFingerprint', 'in', everyFingerprintOf(signer, email)).execute()
}

export async function isSuppressed(deps: Deps, email: string) {
  return (await suppressedSince({ ...deps, db: deps.tx }, email)) !== undefined
}

/** When they left, epoch milliseconds; undefined when they have not. */
export async function suppressedSince({ db, signer }: { db: Db; signer: Deps['signer'] }, email: string) {
  const row = await db
    .selectFrom('suppressions')
    .select('since')
    .where('emailFingerprint', 'in', everyFingerprintOf(signer, email))
    .executeTakeFirst()
  return row?.since
}

/** Those of the addresses that are suppressed. */
export async function suppressedAmong({ tx, signer }: Deps, emails: string[]): Promise<Set<string>> {
  const byFingerprint = new Map(
    emails.flatMap((email) => everyFingerprintOf(signer, email).map((fingerprint) => [fingerprint, email] as const)),
  )
  const rows = await tx
    .selectFrom('suppressions')
    .select('emailFingerprint')
    .where('emailFingerprint', 'in', [...byFingerprint.keys()])
    .execute()
  return new Set(rows.flatMap((row) => byFingerprint.get(row.emailFingerprint) ?? []))
}

const purpose = 'suppressed address'
const fingerprintOf = (signer: Deps['signer'], email: string) => signer.fingerprint(purpose, email)
/** Those who left while another SESSION_SECRET was in force have left as well. */
const everyFingerprintOf = (signer: Deps['signer'], email: string) => signer.fingerprints(purpose, email)
