import type { MenuGroup } from '#app/admin-sections.ts'
import { accountLinks } from '#app/ui/admin/account-links.ts'
import { admin } from '#content/pages/admin.ts'
import { clinicAdminPage } from '#content/pages/admin-clinic.ts'
import { searchPage as words } from './search-words.ts'
import { securityPage } from '#content/pages/admin-security.ts'
import type { Link } from '#content/pages/page.ts'
import type { SearchGroup, SearchItem } from './search-group.ts'

/** Begins a search for actions only. */
export const actsOnly = '>'

const acts: SearchItem[] = [
  { text: admin.newAppointment, href: '/admin/appointments/new', icon: 'plus' },
  { text: words.acts.block, href: '/admin/appointments#block', icon: 'calendar' },
  { text: words.acts.newsletter, href: '/admin/newsletter', icon: 'send' },
  { text: words.acts.subscriber, href: '/admin/subscribers', icon: 'person' },
  { text: words.acts.import, href: '/admin/subscribers/imports', icon: 'person' },
  { text: words.acts.close, href: '/admin/clinic#closures', icon: 'leaf' },
  { text: words.acts.erase, href: '/admin/system/erase', icon: 'sliders' },
]

/** Sections of the page Clinic, by the ids that they have there. */
const clinicSections = [
  'closures',
  'notice',
  'hours',
  'reminder',
  'products',
  'services',
  'phones',
  'emails',
  'address',
] as const

const settings: SearchItem[] = [
  ...clinicSections.map((id) => ({
    text: clinicAdminPage[id].heading,
    href: `/admin/clinic#${id}`,
    icon: 'leaf' as const,
  })),
  { text: securityPage.heading, href: '/admin/security', icon: 'lock' },
  ...accountLinks.map((link) => ({ ...link, icon: 'person' as const })),
]

/** Whether the section of an address is on the menu; addresses of the website and the own account always are. */
function isWithin(menu: readonly MenuGroup[], href: string) {
  const path = href.replace(/#.*/, '')
  if (!path.startsWith('/admin')) return true
  const isIn = (section: string) => path === section || (section !== '/admin' && path.startsWith(`${section}/`))
  return menu.some(({ sections }) => sections.some((section) => isIn(section.href)))
}

/**
 * Acts, pages and settings with words that begin with those that were typed. Without any, what there is to do and where
 * to go.
 */
export function findCommands(menu: readonly MenuGroup[], typed: string, website: Link[]): SearchGroup[] {
  const text = typed.trim()
  const isActsOnly = text.startsWith(actsOnly)
  const search = isActsOnly ? text.slice(actsOnly.length).trim() : text
  const pages = menu.flatMap(({ sections }) => sections.map(({ text, href, icon }) => ({ text, href, icon })))
  const links = website.map((link) => ({ ...link, icon: 'page' as const }))
  const groups = [
    { name: words.groups.acts, items: acts },
    ...(isActsOnly ? [] : [{ name: words.groups.pages, items: pages }]),
    ...(isActsOnly || !search
      ? []
      : [
          { name: words.groups.settings, items: settings },
          { name: words.groups.website, items: links },
        ]),
  ]
  return groups
    .map(({ name, items }) => ({
      name,
      items: items.filter(({ text, href }) => matches(text, search) && isWithin(menu, href)),
    }))
    .filter(({ items }) => items.length > 0)
}

const matches = (text: string, search: string) =>
  toWords(search).every((typed) => toWords(text).some((word) => word.startsWith(typed)))

const toWords = (text: string) => text.toLowerCase().split(/[\s-]+/)
