import { adminGroups, paymentSections, type AdminSection, type MenuGroup } from '#app/admin-sections.ts'
import type { Role } from '#app/domain/accounts/roles.ts'
import type { Services } from '#app/services.server.ts'
import { patternOf, rolesFor } from './rights.server.ts'

/** A practitioner's Today: the clinic's has orders, messages and other people's appointments. */
const myDay: AdminSection = { text: 'Today', href: '/admin/my-day', icon: 'sun', onBar: true }

/** For a role without the sections of the day: what a phone's bar has room for, beside 'More'. */
const barOfWebsite = ['/admin/pages', '/admin/posts', '/admin/newsletter', '/admin/pictures']

const sections = [...adminGroups.flatMap(({ sections }) => sections), myDay]

/** Found once, since every page of the dashboard has the menu, and matching an address sorts all routes. */
const rolesByHref = new Map(sections.map(({ href }) => [href, rolesFor(patternOf(href))]))

const isOpenTo = (role: Role, href: string) => rolesByHref.get(href)?.includes(role) ?? false

/** Where the dashboard begins. */
export const firstPage = (role: Role) => ['/admin', myDay.href].find((href) => isOpenTo(role, href)) ?? '/admin/pages'

/** The sections of the dashboard that a role may open. */
export function toMenu(role: Role, { payments }: Pick<Services, 'payments'>): MenuGroup[] {
  const groups = adminGroups.map(({ name, sections }) => ({
    name,
    sections: sections
      .map((section) => (section.href === '/admin' && isOpenTo(role, myDay.href) ? myDay : section))
      .filter(({ href }) => isOpenTo(role, href) && (payments !== undefined || !paymentSections.includes(href))),
  }))
  const shown = groups.filter(({ sections }) => sections.length > 0)
  if (firstPage(role) !== '/admin/pages') return shown
  return shown.map(({ name, sections }) => ({
    name,
    sections: sections.map((section) => (barOfWebsite.includes(section.href) ? { ...section, onBar: true } : section)),
  }))
}
