/** Where a record is edited: 'home' among the pages, 'services/abhyangam' in the section of its collection. */
export const recordPath = (name: string) => (/\//.test(name) ? `/admin/${name}` : `/admin/pages/${name}`)
