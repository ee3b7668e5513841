type AdminSection = {
  text: string
  href: string
  /** Its route, in app/routes. */
  file: string
  onBar?: true
}

/**
 * The sections of the dashboard in their order; those on the phone's bottom bar, the others behind 'More'. Routes, navigation,
 * and the tests that visit every section are made from this list.
 */
export const adminSections: AdminSection[] = [
  { text: 'Today', href: '/admin', file: 'admin/today.tsx', onBar: true },
  { text: 'Calendar', href: '/admin/appointments', file: 'admin/appointments/calendar.tsx', onBar: true },
  { text: 'Orders', href: '/admin/orders', file: 'admin/orders.tsx', onBar: true },
  { text: 'Messages', href: '/admin/messages', file: 'admin/messages.tsx', onBar: true },
  { text: 'Mail', href: '/admin/mail', file: 'admin/mail.tsx' },
  { text: 'Subscribers', href: '/admin/subscribers', file: 'admin/subscribers/subscribers.tsx' },
  { text: 'Newsletter', href: '/admin/newsletter', file: 'admin/newsletter/newsletters.tsx' },
  { text: 'Posts', href: '/admin/posts', file: 'admin/posts.tsx' },
  { text: 'Clinic', href: '/admin/clinic', file: 'admin/clinic/clinic.tsx' },
  { text: 'Audit trail', href: '/admin/audit', file: 'admin/audit.tsx' },
  { text: 'Security', href: '/admin/security', file: 'admin/security.tsx' },
  { text: 'Connections', href: '/admin/connections', file: 'admin/connections.tsx' },
  { text: 'System', href: '/admin/system', file: 'admin/system.tsx' },
]
