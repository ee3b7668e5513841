import type { Database } from '#app/database/connection.server.ts'
import { blockRemaining } from '#app/domain/booking/holds.server.ts'
import type { Resource } from '#app/domain/booking/service-needs.ts'
import { at } from './booking.ts'

/** Keeps people or rooms from midnight of a day, for all of it or until a time. */
export async function blockTime(database: Database, resources: Resource[], day: string, until?: string) {
  const from = at(`${day}T00:00`)
  const end = until ? at(until) : from + 24 * 3_600_000
  await database.transaction((tx) => blockRemaining({ database, tx }, `block:${day}`, resources, { from, until: end }))
}
