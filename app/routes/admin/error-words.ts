import type { ErrorPages } from '#app/ui/site/error-view.tsx'
import type { Link } from '#content/pages/page.ts'

// That every role may open.
const today: Link = { text: 'Today', href: '/admin' }
const search: Link = { text: 'Search', href: '/admin/search' }

const error = {
  title: 'Something went wrong',
  lead: 'Go back and try again in a moment. What was saved before isn’t lost.',
  seo: { title: 'Something went wrong' },
  help: 'If it keeps happening, give this number to the person who looks after the website.',
  links: [today, search],
}

/** What the dashboard shows instead of a page, for the people of the clinic. */
export const adminErrorPages = {
  error,
  // Forms say these themselves, next to what was typed.
  tooMany: error,
  badRequest: error,
  notFound: {
    title: 'There’s nothing here any more',
    lead: 'Someone may have erased or removed it, or the address is mistyped.',
    seo: { title: 'Not found' },
    help: 'The audit trail says who erased what, and when.',
    links: [today, search],
  },
} satisfies ErrorPages
