import type { Tx } from '#app/database/tables.ts'
import type { Signer } from '#app/vault/signing.server.ts'
import { findSuppressed } from '#app/domain/newsletter/suppressions.server.ts'
import type { LineOutcome } from './subscriber-import.ts'

/** Why some of these addresses are not to be added; whoever is not named here can be. */
export async function standingOf(
  { tx, signer }: { tx: Tx; signer: Pick<Signer, 'fingerprint' | 'fingerprints'> },
  addresses: string[],
): Promise<Map<string, LineOutcome>> {
  if (addresses.length === 0) return new Map()
  const suppressed = await findSuppressed({ tx, signer }, addresses)
  const known = await tx.selectFrom('subscribers').select(['email', 'state']).where('email', 'in', addresses).execute()
  return new Map([
    ...addresses.filter((address) => suppressed.has(address)).map((address) => [address, 'unsubscribed'] as const),
    // Who was asked to confirm decides that alone.
    ...known.map(
      ({ email, state }) => [email, state === 'unsubscribed' || state === 'bounced' ? state : 'known'] as const,
    ),
  ])
}
