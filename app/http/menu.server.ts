import { adminGroups, type MenuGroup } from '#app/admin-sections.ts'
import type { Role } from '#app/domain/accounts/roles.ts'
import { mayOpen } from './rights.server.ts'

/** For a role without the sections of the day: what a phone's bar has room for, beside 'More'. */
const barOfWebsite = ['/admin/pages', '/admin/posts', '/admin/newsletter', '/admin/pictures']

/** Where the dashboard begins. */
export const firstPage = (role: Role) => (mayOpen(role, '/admin') ? '/admin' : '/admin/pages')

/** The sections of the dashboard that a role may open. */
export function toMenu(role: Role): MenuGroup[] {
  const groups = adminGroups.map(({ name, sections }) => ({
    name,
    sections: sections.filter(({ href }) => mayOpen(role, href)),
  }))
  const shown = groups.filter(({ sections }) => sections.length > 0)
  if (firstPage(role) === '/admin') return shown
  return shown.map(({ name, sections }) => ({
    name,
    sections: sections.map((section) => (barOfWebsite.includes(section.href) ? { ...section, onBar: true } : section)),
  }))
}
