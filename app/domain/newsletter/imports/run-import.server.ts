import { randomUUIDv7 } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import type { Signer } from '#app/vault/signing.server.ts'
import { insertSubscribers } from '#app/domain/newsletter/subscriber-rows.server.ts'
import { changeOutcome, listLines } from './import-lines.server.ts'
import { findImport, updateImport } from './imports.server.ts'
import { findKnownAddresses } from './known-addresses.server.ts'
import type { LineOutcome, ReportLine } from './subscriber-import.ts'

type Deps = { database: Database; signer: Pick<Signer, 'fingerprint' | 'fingerprints'> }
type InTransaction = { tx: Tx; signer: Deps['signer'] }

/** Each row is in five indexes, and pages wait for the commit. */
const batchSize = 250

/** Adds the subscribers that the dry run found. Each batch commits with its progress, so each line is done once. */
export async function runImport({ database, ...deps }: Deps, id: string) {
  for (let hasMore = true; hasMore; await yieldToEventLoop())
    hasMore = await database.transaction((tx) => addBatch({ tx, ...deps }, id, Date.now()))
}

/** Returns whether there may be more. */
async function addBatch(deps: InTransaction, id: string, now: number) {
  const { tx } = deps
  const before = await findImport({ db: tx }, id)
  if (before?.state !== 'importing') return false
  const lines = await listLines(tx, id, { after: before.throughLine, outcome: 'added', count: batchSize })
  const last = lines.at(-1)
  if (!last) {
    await updateImport(tx, id, ['importing'], { state: 'done', endedAt: now })
    return false
  }
  // Another worker has it.
  if (!(await updateImport(tx, id, ['importing'], { throughLine: last.position }, before.throughLine))) return false
  // An address may have signed up or unsubscribed since the dry run.
  const known = await findKnownAddresses(deps, lines)
  const remaining = lines.filter(({ address }) => !known.has(address))
  const added = await insertSubscribers(
    tx,
    remaining.map(({ address: email, name, signedUp }) => ({
      // Ordered by time, so that a long list fills the pages of an index one after the other.
      id: randomUUIDv7(),
      email,
      state: 'subscribed',
      subscriptionDate: null,
      createdAt: now,
      name,
      signedUp,
      source: before.fileName,
    })),
  )
  const done = new Set(added.map(({ email }) => email))
  for (const { address } of remaining) if (!done.has(address)) known.set(address, 'known')
  await correctReport(tx, id, lines, known)
  return true
}

async function correctReport(tx: Tx, id: string, lines: ReportLine[], known: Map<string, LineOutcome>) {
  for (const outcome of ['known', 'unsubscribed', 'bounced'] as const) {
    const others = lines.filter(({ address }) => known.get(address) === outcome)
    await changeOutcome(tx, id, others, outcome)
  }
}
