/**
 * Where a record is edited: 'home' among the pages, 'services/abhyangam' in the section of its collection,
 * 'order/services' in that section's list, and 'clinic/phones' on the Clinic page.
 */
export function recordPath(name: string) {
  const [folder, part] = name.split('/')
  if (part === undefined) return `/admin/pages/${name}`
  if (folder === 'clinic') return `/admin/clinic#${part === 'holidays' ? 'closures' : part}`
  return `/admin/${name.replace(/^order\//, '')}`
}
