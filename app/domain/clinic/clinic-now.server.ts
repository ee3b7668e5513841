import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { nextClinicMidnight } from '#app/domain/shared/clinic-time.ts'
import { type ClinicFacts, clinicTimeZone, toClinicFacts } from './clinic-facts.ts'
import { readSaved, type Saved } from './saved-overlays.server.ts'

/** The clinic as a process knows it: content/ and what the admin saved, in memory. No page reads it from the database. */
export type ClinicNow = {
  facts(now: number): ClinicFacts
  /**
   * The same as JSON, written once for each of the clinic's days: every page carries it, and a router that hands loaded
   * data on walks through every value of an object but not through a text.
   */
  factsJson(now: number): string
  /** What the admin saved, with the revisions that their forms carry. */
  saved(): Saved
  /** Reads what another process saved. When the database does not answer, what was known goes on. */
  reload(): Promise<void>
  /** Call last in the transaction that changed something: it shows here as soon as that has committed. */
  changed(tx: Tx): Promise<void>
}

export async function openClinic(database: Database): Promise<ClinicNow> {
  let saved = await readSaved(database.db)
  let today: { facts: ClinicFacts; json: string; from: number; until: number } | undefined

  function take(fresh: Saved) {
    // Of two that were read at the same time the later one may arrive first.
    if (fresh.version < saved.version) return
    saved = fresh
    today = undefined
  }

  function ofToday(now: number) {
    if (!today || now < today.from || now >= today.until) {
      const facts = toClinicFacts(saved.overlays, now)
      today = { facts, json: JSON.stringify(facts), from: now, until: nextClinicMidnight(now, clinicTimeZone) }
    }
    return today
  }

  return {
    facts: (now) => ofToday(now).facts,
    factsJson: (now) => ofToday(now).json,
    saved: () => saved,
    reload: async () => take(await readSaved(database.db)),
    async changed(tx) {
      const fresh = await readSaved(tx)
      database.afterCommit(tx, () => take(fresh))
    },
  }
}
