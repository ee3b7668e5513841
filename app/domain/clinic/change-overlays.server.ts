import { isDeepStrictEqual } from 'node:util'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { type Actor, type Act, recordAct } from '#app/domain/audit/audit.server.ts'
import { describeChange } from '#app/domain/audit/describe-change.ts'
import type { Purges } from '#app/page-cache/purges.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { weekdays } from './clinic.ts'
import type { ClinicNow } from './clinic-now.server.ts'
import type { Overlays, WeekHours } from './overlays.ts'
import { readSaved } from './saved-overlays.server.ts'

export type ClinicDeps = {
  database: Database
  vault: Vault
  pages: Pick<Purges, 'purge'>
  clinic: Pick<ClinicNow, 'changed'>
}

/** Closures are not saved as a section: see change-closures.server.ts. */
export type Sections = Required<
  Pick<Overlays, 'address' | 'phones' | 'emails' | 'hours' | 'holidays' | 'reminder' | 'notice'>
>
export type Section = keyof Sections

type NewValue<Of extends Section> = {
  section: Of
  /** Undefined: the value of content/. */
  value: Sections[Of] | undefined
  /** Of the section when the form was shown. */
  revision: number
  /** The admin saw the claims in the text and saves it anyway. */
  claimsShown?: boolean
  /** The section as visitors see it, for the audit trail. */
  inWords?: (overlays: Overlays) => string
}

/** Saves a section, or resets it to content/. */
export const saveSection = <Of extends Section>(deps: ClinicDeps, actor: Actor, change: NewValue<Of>) =>
  applyChange(deps, actor, (tx) => writeSection(tx, change))

/**
 * `act`: undefined when nothing had to change. `changed-meanwhile`: the section was saved elsewhere after the form was
 * shown; nothing was saved now.
 */
type Done = { ok: true; act: Act | undefined } | { ok: false; reason: 'changed-meanwhile' }

/** Writes a change, purges the pages and records the act in one transaction. */
export async function applyChange<Rejection extends { ok: false }>(
  { database, vault, pages, clinic }: ClinicDeps,
  actor: Actor,
  work: (tx: Tx) => Promise<{ ok: true; act: Act | undefined } | Rejection>,
): Promise<{ ok: true } | Rejection> {
  return database.transaction(async (tx) => {
    // First: the counter's row serializes the changes, so that each reads all earlier ones. Purges every page, since
    // all of them show the clinic.
    await pages.purge(tx, 'clinic')
    const done = await work(tx)
    if (!done.ok) return done
    if (done.act) {
      await clinic.changed(tx)
      await recordAct({ tx, vault }, actor, done.act)
    }
    return { ok: true }
  })
}

/** Only inside `applyChange`. */
export async function writeSection<Of extends Section>(
  tx: Tx,
  { section, value, revision, claimsShown, inWords }: NewValue<Of>,
): Promise<Done> {
  const { overlays: before } = await readSaved(tx)
  const json = value === undefined ? null : JSON.stringify(section === 'hours' ? true : value)
  if (!(await claimSection(tx, section, { json, revision }))) {
    // A second press of the same button is not a conflict.
    const { overlays } = await readSaved(tx)
    return isDeepStrictEqual(overlays[section], json === null ? undefined : withoutUndefined(value))
      ? { ok: true, act: undefined }
      : { ok: false, reason: 'changed-meanwhile' }
  }
  if (section === 'hours') await writeHours(tx, value as WeekHours | undefined)
  const { overlays: after } = await readSaved(tx)
  const values = inWords && describeChange(inWords(before), inWords(after))
  const detail = [values, claimsShown && withClaimsShown].filter(Boolean).join(' ') || undefined
  return {
    ok: true,
    act: { act: json === null ? 'clinic.reset' : 'clinic.saved', record: `clinic:${section}`, detail },
  }
}

export const withClaimsShown = '(as it is, with claims shown)'

/** Optimistic locking: false when the section no longer has the revision of the form. */
async function claimSection(tx: Tx, section: string, { json, revision }: { json: string | null; revision: number }) {
  const next = { value: json, revision: revision + 1 }
  const claimed =
    revision === 0
      ? await tx
          .insertInto('clinicOverlays')
          .values({ section, ...next })
          .onConflict((conflict) => conflict.doNothing())
          .returning('section')
          .executeTakeFirst()
      : await tx
          .updateTable('clinicOverlays')
          .set(next)
          .where('section', '=', section)
          .where('revision', '=', revision)
          .returning('section')
          .executeTakeFirst()
  return claimed !== undefined
}

async function writeHours(tx: Tx, week: WeekHours | undefined) {
  await tx.deleteFrom('openingHours').execute()
  const rows = weekdays.flatMap((day, index) =>
    (week?.[day] ?? []).map(({ opens, closes }) => ({ weekday: index + 1, opens, closes })),
  )
  if (rows.length > 0) await tx.insertInto('openingHours').values(rows).execute()
}

/** As it comes back from the database. */
const withoutUndefined = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
