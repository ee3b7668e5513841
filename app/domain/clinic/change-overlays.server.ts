import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { type Actor, type Act, recordAct } from '#app/domain/audit/audit.server.ts'
import { describeChange } from '#app/domain/audit/describe-change.ts'
import type { Purges } from '#app/page-cache/purges.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { weekdays } from './clinic.ts'
import type { ClinicNow } from './clinic-now.server.ts'
import type { ItemKey, ItemOverlay, Overlays, WeekHours } from './overlays.ts'
import { readSaved } from './saved-overlays.server.ts'

export type ClinicDeps = {
  database: Database
  vault: Vault
  pages: Pick<Purges, 'purge'>
  clinic: Pick<ClinicNow, 'changed'>
}

/** What each section holds. Closures are no section that is saved whole: see change-closures.server.ts. */
export type Sections = Required<
  Pick<Overlays, 'address' | 'phones' | 'emails' | 'hours' | 'holidays' | 'reminder' | 'notice'>
> &
  Record<ItemKey, ItemOverlay>
export type Section = keyof Sections

/** 'changed-meanwhile': somebody saved the section after the form was shown; nothing was saved now. */
type Changed = { ok: true } | { ok: false; reason: 'changed-meanwhile' }

type NewValue<Of extends Section> = {
  section: Of
  /** Undefined: what content/ says. */
  value: Sections[Of] | undefined
  /** Of the section, as it was when the form was shown. */
  revision: number
  /** Claims in it were shown, and it is saved as it is all the same. */
  claimsShown?: boolean
  /** What the section says to visitors, for the audit trail. */
  inWords?: (overlays: Overlays) => string
}

/** Saves a section, or takes it back to what content/ says. Every page shows it once the transaction has committed. */
export function saveSection<Of extends Section>(
  deps: ClinicDeps,
  actor: Actor,
  change: NewValue<Of>,
): Promise<Changed> {
  return applyChange(deps, actor, (tx) => writeSection(tx, change))
}

/** What was done for the audit trail, or that there was nothing left to do. */
type Done = { ok: true; act: Act | undefined } | { ok: false; reason: 'changed-meanwhile' }

/** One change of what pages show: written, purged everywhere and recorded together. */
export async function applyChange<Refusal extends { ok: false }>(
  { database, vault, pages, clinic }: ClinicDeps,
  actor: Actor,
  work: (tx: Tx) => Promise<{ ok: true; act: Act | undefined } | Refusal>,
): Promise<{ ok: true } | Refusal> {
  return database.transaction(async (tx) => {
    // First: the counter's row makes changes follow one another, so that each has read all the ones before. Every page
    // shows the clinic, so all of them go; a price changes too rarely to tell pages apart.
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

/** To be used inside a change. */
export async function writeSection<Of extends Section>(
  tx: Tx,
  { section, value, revision, claimsShown, inWords }: NewValue<Of>,
): Promise<Done> {
  const { overlays: before } = await readSaved(tx)
  const json = value === undefined || isEmpty(value) ? null : JSON.stringify(section === 'hours' ? true : value)
  if (!(await claimSection(tx, section, { json, revision }))) {
    // A second press of the same button is no quarrel.
    const { overlays } = await readSaved(tx)
    return isSame(valueIn(overlays, section), json === null ? undefined : value)
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

/** In the audit trail. */
export const withClaimsShown = '(as it is, with claims shown)'

/** Takes the section in its next revision; false when it is in another one than the form was shown with. */
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

const isItem = (section: Section): section is ItemKey => section.includes(':')

const valueIn = (overlays: Overlays, section: Section) =>
  isItem(section) ? overlays.items[section] : overlays[section as Exclude<Section, ItemKey>]

/** An item of which nothing differs from content/ any more. */
const isEmpty = (value: object) => Object.keys(value).length === 0

/** Whatever the order of their properties. */
const isSame = (one: object | undefined, other: object | undefined) => inOrder(one) === inOrder(other)

const inOrder = (value: unknown) =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted())
      : inner,
  )
