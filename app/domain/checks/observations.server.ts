import type { Database } from '#app/database/connection.server.ts'

/**
 * What requests were like: from another machine (`stranger`), under the host of PUBLIC_URL (`own`) or another one
 * (`elsewhere`), with a proxy's header (`forwarded`), or through fewer proxies than TRUST_PROXY says (`fewer-proxies`).
 */
export type Observation = 'stranger' | 'own' | 'elsewhere' | 'forwarded' | 'fewer-proxies'

/** Older observations may be out of date. */
const rememberedMs = 7 * 24 * 60 * 60 * 1000

export const recordObservation = ({ database }: { database: Database }, name: Observation, now: number) =>
  database.transaction(
    (tx) =>
      tx
        .insertInto('sightings')
        .values({ name, seenAt: now })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ seenAt: now }))
        .execute(),
    { durable: false },
  )

export async function findObservations({ db }: Pick<Database, 'db'>, now: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('sightings')
    .select('name')
    .where('seenAt', '>', now - rememberedMs)
    .execute()
  return new Set(rows.map(({ name }) => name))
}
