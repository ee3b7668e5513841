import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { nextClinicMidnight } from '#app/domain/shared/clinic-time.ts'
import { type ClinicFacts, clinicTimeZone, toClinicFacts } from './clinic-facts.ts'
import { readSaved, type Saved } from './saved-overlays.server.ts'

/** content/ and the admin's changes, in memory: no page reads them from the database. */
export type ClinicNow = {
  facts(now: number): ClinicFacts
  /** Serialized once a day: every page contains it, and the router would walk through every value of an object. */
  factsJson(now: number): string
  /** The admin's changes, with the revisions for forms. */
  saved(): Saved
  /** Reads changes of other processes; when the database fails, the known facts stay. */
  reload(): Promise<void>
  /** Call last in the transaction of a change, which then shows with the commit. */
  changed(tx: Tx): Promise<void>
}

export async function openClinic(database: Database): Promise<ClinicNow> {
  let saved = await readSaved(database.db)
  let today: { facts: ClinicFacts; json: string; from: number; until: number } | undefined

  function take(fresh: Saved) {
    // The newer of two readings may arrive first.
    if (fresh.version < saved.version) return
    saved = fresh
    today = undefined
  }

  function getToday(now: number) {
    if (!today || now < today.from || now >= today.until) {
      const facts = toClinicFacts(saved.overlays, now)
      today = { facts, json: JSON.stringify(facts), from: now, until: nextClinicMidnight(now, clinicTimeZone) }
    }
    return today
  }

  return {
    facts: (now) => getToday(now).facts,
    factsJson: (now) => getToday(now).json,
    saved: () => saved,
    reload: async () => take(await readSaved(database.db)),
    async changed(tx) {
      const fresh = await readSaved(tx)
      database.afterCommit(tx, () => take(fresh))
    },
  }
}
