/**
 * Where a record is edited: 'home' among the pages, 'services/abhyangam' in the section of its collection,
 * 'order/services' in that section's list, and 'clinic/phones' on the Clinic page.
 */
export function recordPath(name: string) {
  const section = /^clinic\/(.+)$/.exec(name)?.[1]
  if (section) return `/admin/clinic#${section === 'holidays' ? 'closures' : section}`
  return /\//.test(name) ? `/admin/${name.replace(/^order\//, '')}` : `/admin/pages/${name}`
}
