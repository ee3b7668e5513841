/** Of collections whose section is not called like them. */
export const ownSections: Readonly<Record<string, string>> = { 'reply-templates': 'messages/templates' }

/**
 * Where a record is edited: 'home' among the pages, 'services/abhyangam' in the section of its collection,
 * 'order/services' in that section's list, and 'clinic/phones' on the Clinic page.
 */
export function recordPath(name: string) {
  const section = /^clinic\/(.+)$/.exec(name)?.[1]
  if (section) return `/admin/clinic#${section === 'holidays' ? 'closures' : section}`
  if (!/\//.test(name)) return `/admin/pages/${name}`
  const [collection = '', id] = name.replace(/^order\//, '').split('/')
  return ['/admin', ownSections[collection] ?? collection, ...(id === undefined ? [] : [id])].join('/')
}
