import type { Tx } from '#app/database/tables.ts'
import type { Signer } from '#app/vault/signing.server.ts'
import { findSuppressed } from '#app/domain/newsletter/suppressions.server.ts'
import type { LineOutcome } from './subscriber-import.ts'

/** The addresses that must not be added, with the outcome for the report. */
export async function findKnownAddresses(
  { tx, signer }: { tx: Tx; signer: Pick<Signer, 'fingerprint' | 'fingerprints'> },
  lines: { address: string }[],
): Promise<Map<string, LineOutcome>> {
  if (lines.length === 0) return new Map()
  const addresses = lines.map(({ address }) => address)
  const suppressed = await findSuppressed({ tx, signer }, addresses)
  const known = await tx.selectFrom('subscribers').select(['email', 'state']).where('email', 'in', addresses).execute()
  return new Map([
    ...addresses.filter((address) => suppressed.has(address)).map((address) => [address, 'unsubscribed'] as const),
    // A pending subscriber decides by confirming, so counts as known.
    ...known.map(
      ({ email, state }) => [email, state === 'unsubscribed' || state === 'bounced' ? state : 'known'] as const,
    ),
  ])
}
