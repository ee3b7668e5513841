import type { AdminIconName } from './ui/admin/admin-icon.tsx'

export type AdminSection = {
  text: string
  href: string
  /** Its route, in app/routes. */
  file: string
  /** Where two sections share one file. */
  id?: string
  icon: AdminIconName
  /** On the phone's bottom bar; the others are behind 'More'. */
  onBar?: true
}

/**
 * The sections of the dashboard, in groups and in their order. Routes, navigation, and the tests that visit every section
 * are made from this list.
 */
export const adminGroups: { name: string; sections: AdminSection[] }[] = [
  {
    name: 'Day',
    sections: [
      { text: 'Today', href: '/admin', file: 'admin/today/today.tsx', icon: 'sun', onBar: true },
      {
        text: 'Calendar',
        href: '/admin/appointments',
        file: 'admin/appointments/calendar.tsx',
        icon: 'calendar',
        onBar: true,
      },
      { text: 'Orders', href: '/admin/orders', file: 'admin/orders/orders.tsx', icon: 'bag', onBar: true },
      { text: 'Messages', href: '/admin/messages', file: 'admin/messages/messages.tsx', icon: 'mail', onBar: true },
    ],
  },
  {
    name: 'Mailings',
    sections: [
      { text: 'Mail', href: '/admin/mail', file: 'admin/mail/mail.tsx', icon: 'tray' },
      { text: 'Newsletter', href: '/admin/newsletter', file: 'admin/newsletter/newsletters.tsx', icon: 'send' },
      { text: 'Subscribers', href: '/admin/subscribers', file: 'admin/subscribers/subscribers.tsx', icon: 'person' },
    ],
  },
  {
    name: 'Website',
    sections: [
      { text: 'Pages', href: '/admin/pages', file: 'admin/pages/pages.tsx', icon: 'page' },
      { text: 'Posts', href: '/admin/posts', file: 'admin/posts/posts.tsx', icon: 'pen' },
      {
        text: 'Services',
        href: '/admin/services',
        file: 'admin/pages/entries.tsx',
        id: 'admin-services',
        icon: 'leaf',
      },
      { text: 'Products', href: '/admin/products', file: 'admin/pages/entries.tsx', id: 'admin-products', icon: 'bag' },
      { text: 'Pictures', href: '/admin/pictures', file: 'admin/pictures/pictures.tsx', icon: 'picture' },
      { text: 'Clinic', href: '/admin/clinic', file: 'admin/clinic/clinic.tsx', icon: 'leaf' },
      { text: 'Insights', href: '/admin/insights', file: 'admin/insights/insights.tsx', icon: 'chart' },
    ],
  },
  {
    name: 'Upkeep',
    sections: [
      { text: 'System', href: '/admin/system', file: 'admin/system/system.tsx', icon: 'sliders' },
      { text: 'Connections', href: '/admin/connections', file: 'admin/connections/connections.tsx', icon: 'plug' },
      { text: 'Security', href: '/admin/security', file: 'admin/security/security.tsx', icon: 'lock' },
      { text: 'Audit trail', href: '/admin/audit', file: 'admin/audit/audit.tsx', icon: 'page' },
    ],
  },
]

export const adminSections = adminGroups.flatMap(({ sections }) => sections)
