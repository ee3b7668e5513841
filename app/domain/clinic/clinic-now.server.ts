import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import type { ContentNow } from '#app/domain/content/content-now.server.ts'
import { nextClinicMidnight } from '#app/domain/shared/clinic-time.ts'
import { type ClinicFacts, clinicTimeZone, toClinicFacts } from './clinic-facts.ts'
import { readClosures, type SavedClosures } from './saved-closures.server.ts'
import type { SavedClinic } from './sections.ts'

/** The facts of the clinic in memory: no page reads them from the database. */
export type ClinicNow = {
  facts(now: number): ClinicFacts
  /** Serialized once a day: every page contains it, and the router would walk through every value of an object. */
  factsJson(now: number): string
  /** As they are edited. */
  saved(): SavedClinic
  /** The same with a draft in place of a record, for its preview. */
  with(draft: Pick<ContentNow, 'template' | 'read'>): ClinicNow
  /** Reads closures of other processes; when the database fails, the known ones stay. */
  reload(): Promise<void>
  /** Call last in the transaction of a change of closures, which then shows with the commit. */
  changed(tx: Tx): Promise<void>
}

/** `content`: its records 'clinic/…' and 'practical' hold all but the closures. */
export async function openClinic(
  database: Database,
  content: Pick<ContentNow, 'template' | 'version'>,
): Promise<ClinicNow> {
  let closed = await readClosures(database.db)
  let today: { facts: ClinicFacts; json: string; version: number; from: number; until: number } | undefined

  function take(fresh: SavedClosures) {
    // The newer of two readings may arrive first.
    if (fresh.revision < closed.revision) return
    closed = fresh
    today = undefined
  }

  function toSaved(content: Pick<ContentNow, 'template'>): SavedClinic {
    return {
      address: content.template('clinic/address'),
      phones: content.template('clinic/phones'),
      emails: content.template('clinic/emails'),
      hours: content.template('clinic/hours'),
      holidays: content.template('clinic/holidays'),
      reminder: content.template('clinic/reminder'),
      notice: content.template('clinic/notice'),
      practical: content.template('practical'),
      closures: closed.closures,
    }
  }

  function getToday(now: number) {
    const version = content.version()
    if (!today || version !== today.version || now < today.from || now >= today.until) {
      const facts = toClinicFacts(toSaved(content), now)
      const until = nextClinicMidnight(now, clinicTimeZone)
      today = { facts, json: JSON.stringify(facts), version, from: now, until }
    }
    return today
  }

  const clinic: ClinicNow = {
    facts: (now) => getToday(now).facts,
    factsJson: (now) => getToday(now).json,
    saved: () => toSaved(content),
    with(draft) {
      // Its texts are marked with their fields, as those of pages are.
      const savedAt = (now: number) => ({ ...toSaved(draft), practical: draft.read('practical', clinic.facts(now)) })
      const facts = (now: number) => toClinicFacts(savedAt(now), now)
      return { ...clinic, facts, factsJson: (now) => JSON.stringify(facts(now)) }
    },
    reload: async () => take(await readClosures(database.db)),
    async changed(tx) {
      const fresh = await readClosures(tx)
      database.afterCommit(tx, () => take(fresh))
    },
  }
  return clinic
}
