import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '#app/database/tables.ts'
import type { Actor } from '#app/domain/audit/audit.server.ts'
import { describeChange } from '#app/domain/audit/describe-change.ts'
import { type PublishDeps, publishWithin, restoreWithin } from '#app/domain/content/publish.server.ts'
import { findLatestVersion, findVersion } from '#app/domain/content/versions.server.ts'
import type { ClinicNow } from './clinic-now.server.ts'
import { offerOpenedLater } from './offer-opened.server.ts'
import { deliveredClinic, type SavedClinic, type Section, type SectionFacts, type Sections } from './sections.ts'

export type ClinicDeps = PublishDeps & { clinic: Pick<ClinicNow, 'saved' | 'changed' | 'facts'> }

type NewFacts<Name extends Section> = {
  section: Name
  /** Undefined: those of content/. */
  facts: SectionFacts[Name] | undefined
  /** The version that the form showed. */
  over: number
  /** The admin saw the claims in the text and saves it anyway. */
  claimsShown?: boolean
  /** The section as visitors see it, for the audit trail. */
  inWords?: (saved: SavedClinic) => string
  /** In its place. */
  detail?: string
  now: number
}

/** `changed-meanwhile`: the section was saved elsewhere after the form was shown; nothing was saved now. */
type Saved = { ok: true } | { ok: false; reason: 'changed-meanwhile' }

/** Shows a section to visitors at once: it has no drafts. */
export const saveSection = <Name extends Section>(deps: ClinicDeps, actor: Actor, change: NewFacts<Name>) =>
  deps.database.transaction(async (tx) => {
    // Its lock serializes the changes, so that each reads all earlier ones.
    await deps.pages.purge(tx, 'content')
    return saveSectionWithin(deps, tx, actor, change)
  })

/** Only in a transaction that purged the content first. */
export async function saveSectionWithin<Name extends Section>(
  deps: ClinicDeps,
  tx: Tx,
  actor: Actor,
  { section, facts, over, claimsShown, inWords, detail, now }: NewFacts<Name>,
): Promise<Saved> {
  const { version, ...before } = await readSection(tx, section)
  const after = facts === undefined ? deliveredClinic[section] : { confirmed: true, facts }
  // A second press of the same button is not a conflict.
  if (version !== over)
    return isDeepStrictEqual(after, before) ? { ok: true } : { ok: false, reason: 'changed-meanwhile' }
  const sayWith = (value: unknown) => inWords?.({ ...deps.clinic.saved(), [section]: value })
  const [was, is] = [sayWith(before), sayWith(after)]
  const published = await publishWithin(deps, tx, actor, {
    ...{ name: `clinic/${section}`, value: after, over, claimsShown, now },
    act: facts === undefined ? 'clinic.reset' : 'clinic.saved',
    detail: detail ?? (was !== undefined && is !== undefined ? describeChange(was, is) : ''),
  })
  if (published.ok && decidesHours(section)) await offerOpenedLater(deps, tx, now)
  return published.ok ? { ok: true } : { ok: false, reason: 'changed-meanwhile' }
}

type Restored = { section: Section; from: number; over: number; now: number }

/** Shows what it said in an earlier version again. */
export const restoreSection = (deps: ClinicDeps, actor: Actor, { section, ...change }: Restored) =>
  deps.database.transaction(async (tx) => {
    await deps.pages.purge(tx, 'content')
    const restored = await restoreWithin(deps, tx, actor, { name: `clinic/${section}`, ...change })
    if (restored.ok && decidesHours(section)) await offerOpenedLater(deps, tx, change.now)
    return restored
  })

const decidesHours = (section: Section) => section === 'hours' || section === 'holidays'

/** As the transaction sees it; memory may be a second older. */
export async function readSection<Name extends Section>(tx: Tx, section: Name) {
  const name = `clinic/${section}` as const
  const version = await findLatestVersion(tx, name)
  return { ...((await findVersion(tx, name, version)) as Sections[Name]), version }
}
