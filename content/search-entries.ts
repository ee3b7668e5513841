import type { SearchResult } from '#app/domain/search/search-index.ts'

/** The five entries that the search always knows (specification, section 9). */
export const searchEntries: SearchResult[] = [
  { type: 'Service', title: 'Panchakarma', url: '/services#panchakarma' },
  { type: 'Service', title: 'Shirodhara', url: '/services#shirodhara' },
  {
    type: 'Product',
    title: 'Ayurvedic Tea',
    url: '/products',
    note: 'Not in the online shop at present. Ask us.',
  },
  { type: 'Page', title: 'Contact', url: '/contact' },
  { type: 'Page', title: 'About', url: '/about' },
]
