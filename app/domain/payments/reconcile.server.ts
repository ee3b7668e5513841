import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { post } from '#app/domain/ledger/ledger.server.ts'
import type { Movement, PaymentProvider } from '#app/integrations/payments/payment-provider.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { compareMovements, type OwnMovement } from './compare-movements.ts'
import { noteAnswer } from './provider-health.server.ts'
import { type Difference, type OpenDifference, toDifferenceId } from './difference.ts'

const day = 24 * 60 * 60_000
/** Of each comparison: a night that failed is made up for by the next. */
const comparedMs = 8 * day
/** What happened since may be on its way. */
const settledMs = 60 * 60_000

/**
 * Compares the ledger with what the provider says moved, and posts its fees. Differences that are gone are closed by
 * themselves. False if the provider did not answer.
 */
export async function reconcile(
  { database, payments }: { database: Database; payments: PaymentProvider },
  now: number,
): Promise<boolean> {
  const { db } = database
  // One that nobody has explained yet stays among what is compared.
  const since = Math.min(now, ...(await listDifferences(db)).map(({ foundAt }) => foundAt)) - comparedMs
  const until = now - settledMs
  const listed = await payments.listMovements(since)
  await noteAnswer(database, 'compare', listed, now)
  if (!listed.ok) return false
  // A day more, since what they list last may be what we recorded first, and the other way round.
  const disputed = listed.movements.filter(({ kind }) => kind === 'dispute').map(({ reference = '' }) => reference)
  const own = await listOwn(db, since - day, disputed)
  const found = compareMovements(own, listed.movements, { since: since + day, until })
  found.push(...(await listFailed(db)), ...(await listUnanswered(db, now)))
  await database.transaction(async (tx) => {
    for (const movement of listed.movements) await postFee(tx, movement)
    await saveDifferences(tx, found, now)
  })
  return true
}

/** `disputed`: payments of any time, by the provider's ids. */
async function listOwn(db: Db, since: number, disputed: string[]): Promise<OwnMovement[]> {
  const paid = await db
    .selectFrom('payments')
    .select(['providerId', 'paidCents', 'subject', 'endedAt'])
    .where('state', '=', 'paid')
    .where(({ eb, or }) => or([eb('endedAt', '>=', since), eb('providerId', 'in', disputed)]))
    .execute()
  const refunded = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .select(['refunds.id', 'refunds.amountCents', 'subject', 'doneAt'])
    .where('refunds.state', '=', 'done')
    .where('doneAt', '>=', since)
    .execute()
  return [
    ...paid.map(({ providerId, paidCents, subject: about, endedAt }) => ({
      ...{ kind: 'payment' as const, reference: providerId ?? '', cents: paidCents ?? 0, about, at: endedAt ?? 0 },
    })),
    ...refunded.map(({ id: reference, amountCents: cents, subject: about, doneAt }) => ({
      ...{ kind: 'refund' as const, reference, cents, about, at: doneAt ?? 0 },
    })),
  ]
}

/** Refunds that the provider rejected: the customer still waits for the money. */
async function listFailed(db: Db): Promise<Difference[]> {
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .select(['refunds.amountCents', 'subject'])
    .where('refunds.state', '=', 'failed')
    .execute()
  return rows.map(({ amountCents: ourCents, subject: about }) => ({ kind: 'refund-failed', about, ourCents }))
}

/** Long over, and the provider has not said what became of them: perhaps it is another account. */
async function listUnanswered(db: Db, now: number): Promise<Difference[]> {
  const rows = await db
    .selectFrom('payments')
    .select(['amountCents', 'subject'])
    .where('state', '=', 'open')
    .where('expiresAt', '<', now - settledMs)
    .execute()
  return rows.map(({ amountCents: ourCents, subject: about }) => ({ kind: 'unanswered', about, ourCents }))
}

async function postFee(tx: Tx, { id, feeCents: cents, at }: Movement) {
  if (cents === 0) return
  await post(tx, {
    key: `fee:${id}`,
    subject: `movement:${id}`,
    at,
    lines: [
      { account: 'provider-fees', cents },
      { account: 'provider', cents: -cents },
    ],
  })
}

async function saveDifferences(tx: Tx, found: readonly Difference[], now: number) {
  const rows = found.map((difference) => ({
    id: toDifferenceId(difference),
    kind: difference.kind,
    about: difference.about,
    ourCents: difference.ourCents ?? null,
    theirCents: difference.theirCents ?? null,
    foundAt: now,
  }))
  const ids = rows.map(({ id }) => id)
  await tx
    .deleteFrom('paymentDifferences')
    .where('explainedAt', 'is', null)
    .$if(ids.length > 0, (query) => query.where('id', 'not in', ids))
    .execute()
  // One that was explained stays so.
  for (const row of rows)
    await tx
      .insertInto('paymentDifferences')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
}

/** Neither gone nor explained, the oldest first. */
export const listDifferences = (db: Db): Promise<OpenDifference[]> => selectDifferences(db).execute()

/** Without movements of a kind that is not known here: they are listed, and alarm nobody. */
export const listAlarmingDifferences = (db: Db): Promise<OpenDifference[]> =>
  selectDifferences(db).where('kind', '!=', 'unknown-movement').execute()

const selectDifferences = (db: Db) =>
  db
    .selectFrom('paymentDifferences')
    .select(['id', 'kind', 'about', 'ourCents', 'theirCents', 'foundAt'])
    .where('explainedAt', 'is', null)
    .orderBy('foundAt')
    .orderBy('id')

/** False if it is gone, or somebody explained it before. */
export function explainDifference(
  { database, vault }: { database: Database; vault: Vault },
  actor: Actor,
  { id, explanation, now }: { id: string; explanation: string; now: number },
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const row = await tx
      .updateTable('paymentDifferences')
      .set({ explainedAt: now, explanation })
      .where('id', '=', id)
      .where('explainedAt', 'is', null)
      .returning(['kind', 'about'])
      .executeTakeFirst()
    if (!row) return false
    const detail = `${row.kind} ${row.about}: ${explanation}`
    await recordAct({ tx, vault }, actor, { act: 'payment.explained', detail })
    return true
  })
}
