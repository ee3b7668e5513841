import type { AdminIconName } from './ui/admin/admin-icon.tsx'

export type AdminSection = {
  text: string
  href: string
  icon: AdminIconName
  /** On the phone's bottom bar; the others are behind 'More'. */
  onBar?: true
}

/** In the menu only if the clinic takes online payments. */
export const paymentSections = ['/admin/payments', '/admin/gift-cards']

export type MenuGroup = { name: string; sections: AdminSection[] }

/**
 * The sections of the dashboard, in groups and in their order. Routes (app/routes.ts), what each role has as its menu
 * (app/http/menu.server.ts), and the tests that visit every section are made from this list.
 */
export const adminGroups: MenuGroup[] = [
  {
    name: 'Day',
    sections: [
      { text: 'Today', href: '/admin', icon: 'sun', onBar: true },
      {
        text: 'Calendar',
        href: '/admin/appointments',
        icon: 'calendar',
        onBar: true,
      },
      { text: 'Patients', href: '/admin/patients', icon: 'person', onBar: true },
      { text: 'Waitlist', href: '/admin/waitlist', icon: 'person' },
      { text: 'Plans', href: '/admin/plans', icon: 'leaf' },
      { text: 'Working hours', href: '/admin/hours', icon: 'calendar' },
      { text: 'Orders', href: '/admin/orders', icon: 'bag' },
      { text: 'Payments', href: '/admin/payments', icon: 'bag' },
      { text: 'Gift cards', href: '/admin/gift-cards', icon: 'bag' },
      { text: 'Stock', href: '/admin/stock', icon: 'chart' },
      { text: 'Messages', href: '/admin/messages', icon: 'mail', onBar: true },
    ],
  },
  {
    name: 'Mailings',
    sections: [
      { text: 'Mail', href: '/admin/mail', icon: 'tray' },
      { text: 'Newsletter', href: '/admin/newsletter', icon: 'send' },
      { text: 'Subscribers', href: '/admin/subscribers', icon: 'person' },
    ],
  },
  {
    name: 'Website',
    sections: [
      { text: 'Pages', href: '/admin/pages', icon: 'page' },
      { text: 'Posts', href: '/admin/posts', icon: 'pen' },
      {
        text: 'Services',
        href: '/admin/services',
        icon: 'leaf',
      },
      { text: 'Products', href: '/admin/products', icon: 'bag' },
      { text: 'Team', href: '/admin/team', icon: 'person' },
      { text: 'Rooms', href: '/admin/rooms', icon: 'calendar' },
      { text: 'Forms', href: '/admin/forms', icon: 'pen' },
      { text: 'Plan templates', href: '/admin/plan-templates', icon: 'calendar' },
      { text: 'Pictures', href: '/admin/pictures', icon: 'picture' },
      { text: 'Clinic', href: '/admin/clinic', icon: 'leaf' },
      { text: 'Insights', href: '/admin/insights', icon: 'chart' },
    ],
  },
  {
    name: 'Upkeep',
    sections: [
      { text: 'System', href: '/admin/system', icon: 'sliders' },
      { text: 'Connections', href: '/admin/connections', icon: 'plug' },
      { text: 'Staff', href: '/admin/staff', icon: 'person' },
      { text: 'Private calendars', href: '/admin/private-calendars', icon: 'calendar' },
      { text: 'Security', href: '/admin/security', icon: 'lock' },
      { text: 'Audit trail', href: '/admin/audit', icon: 'page' },
    ],
  },
]

export const adminSections = adminGroups.flatMap(({ sections }) => sections)
