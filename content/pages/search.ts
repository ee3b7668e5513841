import type { PlateName } from '../pictures.ts'
import type { Facts, Page, Parts } from './page.ts'

type Place = { title: string; text: string; href: string; plate: PlateName }

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
  count: (results: number, term: string) => `${results} ${results === 1 ? 'result' : 'results'} for “${term}”`,
  noResultsHint: (clinic: Facts) =>
    `We may not offer it, or call it something else. Try one word, or ask a person: ${clinic.phone.display}.`,
  places: {
    heading: 'Good places to start',
    list: [
      {
        title: 'General Consultation',
        text: 'A first or follow-up appointment with time to talk.',
        href: '/services#general-consultation',
        plate: 'general',
      },
      { title: 'All services', text: 'What each appointment is like.', href: '/services', plate: 'panchakarma' },
      {
        title: 'Patient resources',
        text: 'What to expect, what to bring, and what an appointment costs.',
        href: '/resources',
        plate: 'nadi-pareeksha',
      },
    ] satisfies Place[],
  },
  /** Chosen by the clinic. Nothing counts what visitors look for. */
  others: {
    heading: 'People also look for',
    terms: ['first appointment', 'prices', 'massage', 'parking', 'insurance'],
  },
  /** Below the first results of a group. */
  more: (results: number, group: string) => `${results} more in ${group}`,
  types: { Service: 'Service', Product: 'Product', Page: 'Page', Post: 'Blog post' },
  groups: { Service: 'Services', Product: 'Products', Page: 'Pages', Post: 'Blog' },
} satisfies Page & Parts
