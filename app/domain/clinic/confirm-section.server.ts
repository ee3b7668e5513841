import type { Actor } from '#app/domain/audit/audit.server.ts'
import { clinic as content } from '#content/clinic.ts'
import { applyChange, type ClinicDeps, writeSection } from './change-overlays.server.ts'
import { weekdays } from './clinic.ts'
import type { WeekHours } from './overlays.ts'
import { readSaved } from './saved-overlays.server.ts'

export type Confirmable = 'hours' | 'holidays'

/** Saves what content/ says as the admin's own word. Does nothing to a section that the admin has saved. */
export const confirmSection = (deps: ClinicDeps, actor: Actor, section: Confirmable) =>
  applyChange(deps, actor, async (tx) => {
    const { overlays, revisions } = await readSaved(tx)
    if (overlays[section]) return { ok: true, act: undefined }
    const revision = revisions[section] ?? 0
    const written =
      section === 'hours'
        ? await writeSection(tx, { section, value: contentHours(), revision })
        : await writeSection(tx, { section, value: { open: [] }, revision })
    if (!written.ok || !written.act) return { ok: true, act: undefined }
    return { ok: true, act: { act: 'clinic.confirmed', record: `clinic:${section}` } }
  })

/** Without the mark that they are not confirmed. */
const contentHours = () => Object.fromEntries(weekdays.map((day) => [day, content.hours[day]])) as WeekHours
