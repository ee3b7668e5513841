import { adminGroups, type MenuGroup } from '#app/admin-sections.ts'
import type { Role } from '#app/domain/accounts/roles.ts'
import { mayOpen } from './rights.server.ts'

/** As many as a phone's bar has room for, beside 'More'. */
const mostOnBar = 4

/** The sections of the dashboard that a role may open. A role without those of the bar has its first ones there. */
export function toMenu(role: Role): MenuGroup[] {
  const groups = adminGroups.map(({ name, sections }) => ({
    name,
    sections: sections.filter(({ href }) => mayOpen(role, href)),
  }))
  const all = groups.flatMap(({ sections }) => sections)
  const onBar = all.some((section) => section.onBar) ? undefined : new Set(all.slice(0, mostOnBar))
  return groups
    .filter(({ sections }) => sections.length > 0)
    .map(({ name, sections }) => ({
      name,
      sections: onBar ? sections.map((one) => (onBar.has(one) ? { ...one, onBar: true } : one)) : sections,
    }))
}
