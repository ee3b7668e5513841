import type { Database } from '#app/database/connection.server.ts'

/**
 * What web processes saw of their visitors that speaks of the set-up: somebody from another machine, a proxy's header.
 * Nothing about who it was.
 */
export type Sighting = 'stranger' | 'forwarded'

/** Longer ago, it may have been mended. */
const rememberedMs = 7 * 24 * 60 * 60 * 1000

export const recordSighting = ({ database }: { database: Database }, name: Sighting, now: number) =>
  database.transaction(
    (tx) =>
      tx
        .insertInto('sightings')
        .values({ name, seen_at: now })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ seen_at: now }))
        .execute(),
    { mayBeLost: true },
  )

export async function findSightings({ db }: Pick<Database, 'db'>, now: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('sightings')
    .select('name')
    .where('seen_at', '>', now - rememberedMs)
    .execute()
  return new Set(rows.map(({ name }) => name))
}
