import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tables } from '#app/database/tables.ts'
import type { Answer } from '#app/integrations/payments/payment-provider.ts'

/** 'compare': the nightly list of movements. 'read': single payments. 'open': checkouts that customers are led to. */
export type ProviderTask = Tables['paymentHealth']['name']

export type ProviderTrouble = { name: ProviderTask; since: number; failure: string }

type Outcome = Pick<Answer<object>, 'ok'> & { reason?: string; said?: string | undefined }

const hour = 60 * 60_000
/** Of a provider that is not asked any more, the last answer says nothing. */
const staleMs = 3 * 24 * hour

/** Saves whether a question was answered; as long as all is well only once an hour. */
export async function noteAnswer(
  { db }: Pick<Database, 'db'>,
  name: ProviderTask,
  answer: Outcome,
  now: number,
): Promise<void> {
  const before = await db.selectFrom('paymentHealth').selectAll().where('name', '=', name).executeTakeFirst()
  if (answer.ok && before && before.failure === null && now - before.checkedAt < hour) return
  const failure = answer.ok ? null : [answer.reason, answer.said].filter(Boolean).join(': ')
  const change = { checkedAt: now, failure, failingSince: failure === null ? null : (before?.failingSince ?? now) }
  await db
    .insertInto('paymentHealth')
    .values({ name, ...change })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(change))
    .execute()
}

/** What keeps the clinic from seeing or taking payments. A provider that is away for a moment is no news. */
export async function listProviderTroubles(db: Db, now: number): Promise<ProviderTrouble[]> {
  const rows = await db
    .selectFrom('paymentHealth')
    .selectAll()
    .where('checkedAt', '>', now - staleMs)
    .orderBy('name')
    .execute()
  return rows.flatMap(({ name, failingSince: since, failure }) => {
    if (since === null || failure === null) return []
    const isNews = name !== 'read' || /^status-40[13]/.test(failure) || now - since >= hour
    return isNews ? [{ name, since, failure }] : []
  })
}

/** After a comparison that failed, whether it is time for another: the next night would be late. */
export async function isComparisonDue(db: Db, now: number) {
  const row = await db.selectFrom('paymentHealth').selectAll().where('name', '=', 'compare').executeTakeFirst()
  return row !== undefined && row.failure !== null && now - row.checkedAt >= hour
}
