import type { Actor } from '#app/domain/audit/audit.server.ts'
import { publishWithin } from '#app/domain/content/publish.server.ts'
import { type ClinicDeps, readSection } from './save-section.server.ts'

export type Confirmable = 'hours' | 'holidays'

/** Says that a section is right as it is. Does nothing to one that the admin has saved. */
export const confirmSection = (
  deps: ClinicDeps,
  actor: Actor,
  { section, now }: { section: Confirmable; now: number },
) =>
  deps.database.transaction(async (tx) => {
    await deps.pages.purge(tx, 'content')
    const { version, confirmed, facts } = await readSection(tx, section)
    if (confirmed) return
    const value = { confirmed: true, facts }
    const name = `clinic/${section}` as const
    await publishWithin(deps, tx, actor, { name, value, over: version, act: 'clinic.confirmed', detail: '', now })
  })
