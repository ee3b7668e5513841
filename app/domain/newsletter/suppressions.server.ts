import type { Db, Tx } from '#app/database/tables.ts'
import type { Signer } from '#app/vault/signing.server.ts'

// Addresses that must not get the newsletter, stored as fingerprints and apart from the subscribers, so that an
// unsubscribe outlives the subscriber's row and a later import respects it.

/** Fingerprints are looked up by every SESSION_SECRET that was in force. */
const purpose = 'suppressed address'

type Deps = { tx: Tx; signer: Pick<Signer, 'fingerprint' | 'fingerprints'> }

export async function suppress({ tx, signer }: Deps, email: string, now: number) {
  await tx
    .insertInto('suppressions')
    .values({ emailFingerprint: signer.fingerprint(purpose, email), since: now })
    .onConflict((conflict) => conflict.column('emailFingerprint').doNothing())
    .execute()
}

export async function liftSuppression({ tx, signer }: Deps, email: string) {
  await tx.deleteFrom('suppressions').where('emailFingerprint', 'in', signer.fingerprints(purpose, email)).execute()
}

export async function isSuppressed(deps: Deps, email: string) {
  return (await findSuppressedSince({ ...deps, db: deps.tx }, email)) !== undefined
}

/** Undefined when the address is not suppressed. */
export async function findSuppressedSince({ db, signer }: { db: Db; signer: Deps['signer'] }, email: string) {
  const row = await db
    .selectFrom('suppressions')
    .select('since')
    .where('emailFingerprint', 'in', signer.fingerprints(purpose, email))
    .executeTakeFirst()
  return row?.since
}

export async function findSuppressed({ tx, signer }: Deps, emails: string[]): Promise<Set<string>> {
  const byFingerprint = new Map(
    emails.flatMap((email) => signer.fingerprints(purpose, email).map((fingerprint) => [fingerprint, email] as const)),
  )
  const rows = await tx
    .selectFrom('suppressions')
    .select('emailFingerprint')
    .where('emailFingerprint', 'in', [...byFingerprint.keys()])
    .execute()
  return new Set(rows.flatMap((row) => byFingerprint.get(row.emailFingerprint) ?? []))
}
