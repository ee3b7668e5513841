import type { Link, Page, Parts } from './page.ts'

export const searchPage = {
  title: 'Search',
  lead: 'Look for a service, a product, a page or a blog post.',
  seo: {
    title: 'Search',
    description:
      'Search the website of our clinic: services, products, pages and posts from the blog, all in one list.',
  },
  formLabel: 'Search page',
  label: 'Search this site',
  button: 'Search',
  resultsFor: (term: string) => `Results for "${term}"`,
  noResults: (term: string) => `No results found for "${term}"`,
  noResultsHint: 'Try a service or product name, or',
  noResultsLink: { text: 'send us a message', href: '/contact' } satisfies Link,
  types: { Service: 'Service', Product: 'Product', Page: 'Page', Post: 'Blog post' },
} satisfies Page & Parts
