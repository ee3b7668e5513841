import { randomUUIDv7 } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import type { Signer } from '#app/vault/signing.server.ts'
import { insertSubscribers } from '#app/domain/newsletter/subscriber-rows.server.ts'
import { changeOutcome, evidenceOf, linesAfter } from './import-lines.server.ts'
import { findImport, moveImport } from './imports.server.ts'
import { standingOf } from './standing.server.ts'
import type { LineOutcome, ReportLine } from './subscriber-import.ts'

type Deps = { database: Database; signer: Pick<Signer, 'fingerprint' | 'fingerprints'> }
type InTransaction = { tx: Tx; signer: Deps['signer'] }

/** Half as many as elsewhere: each is a row in five indexes, and visitors wait for the commit. */
const atOnce = 250

/**
 * Puts on the list whom the dry run found, some lines in a transaction that also says how far it is: whatever kills it,
 * each line is done once.
 */
export async function runImport({ database, ...deps }: Deps, id: string) {
  for (let goesOn = true; goesOn; await nextTurn())
    goesOn = await database.transaction((tx) => addSome({ tx, ...deps }, id, Date.now()))
}

/** Answers whether there may be more. */
async function addSome(deps: InTransaction, id: string, now: number) {
  const { tx } = deps
  const before = await findImport({ db: tx }, id)
  if (before?.state !== 'importing') return false
  const lines = await linesAfter(tx, id, { after: before.throughLine, outcome: 'added', count: atOnce })
  const last = lines.at(-1)
  if (!last) {
    await moveImport(tx, id, ['importing'], { state: 'done', endedAt: now })
    return false
  }
  // Another worker has it.
  if (!(await moveImport(tx, id, ['importing'], { throughLine: last.line }, before.throughLine))) return false
  // Since the dry run somebody may have signed up, or unsubscribed.
  const standing = await standingOf(
    deps,
    lines.map(({ address }) => address),
  )
  const wanted = lines.filter(({ address }) => !standing.has(address))
  const evidence = await evidenceOf(
    tx,
    id,
    wanted.map(({ line }) => line),
  )
  const saidOf = new Map(evidence.map(({ address, ...said }) => [address, said]))
  const added = await insertSubscribers(
    tx,
    wanted.map(({ address: email }) => ({
      // In the order of time, so that a long list fills the pages of an index one after the other.
      id: randomUUIDv7(),
      email,
      state: 'subscribed',
      subscriptionDate: null,
      createdAt: now,
      ...saidOf.get(email),
      source: before.fileName,
    })),
  )
  const done = new Set(added.map(({ email }) => email))
  for (const { address } of wanted) if (!done.has(address)) standing.set(address, 'known')
  await correctReport(tx, id, lines, standing)
  return true
}

async function correctReport(tx: Tx, id: string, lines: ReportLine[], standing: Map<string, LineOutcome>) {
  for (const outcome of ['known', 'unsubscribed', 'bounced'] as const) {
    const others = lines.filter(({ address }) => standing.get(address) === outcome)
    await changeOutcome(
      tx,
      id,
      others.map(({ line }) => line),
      outcome,
    )
  }
}
