/**
 * Where a record is edited: 'home' among the pages, 'services/abhyangam' in the section of its collection, and
 * 'order/services' in that section's list.
 */
export const recordPath = (name: string) =>
  /\//.test(name) ? `/admin/${name.replace(/^order\//, '')}` : `/admin/pages/${name}`
