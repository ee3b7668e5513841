import type { Database } from '#app/database/connection.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'

/**
 * Nothing is due by the clock while a site of a test runs on this database, whenever it was made and whatever time it
 * is: a first backup is due ten minutes after its database was made, and the morning letter at 7 am.
 */
export async function asJustMade({ db }: Pick<Database, 'db'>) {
  const now = Date.now()
  const today = clinicDate(now, clinicTimeZone)
  const days = [0, 1].map((days) => ({ day: today.add({ days }).toString(), accepted_at: now }))
  await db.updateTable('backup_state').set({ since: now }).execute()
  await db.insertInto('today_letters').values(days).execute()
}
