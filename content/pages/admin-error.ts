import type { errorPages } from './error-pages.ts'
import type { Link, Page, Parts } from './page.ts'

const today: Link = { text: 'Today', href: '/admin' }

/** What the dashboard shows instead of a page, for the people of the clinic. */
export const adminErrorPages = {
  error: {
    title: 'Something went wrong',
    lead: 'Please try again in a moment. What was saved before isn’t lost.',
    seo: { title: 'Something went wrong', description: '' },
    help: 'If it keeps happening, give this number to the person who looks after the website.',
    links: [today, { text: 'System', href: '/admin/system' }],
  },
  tooMany: {
    title: 'That was a little fast',
    lead: 'We paused this for a few minutes. After that, you can do it again.',
    seo: { title: 'Please wait a moment', description: '' },
    help: 'What was saved before isn’t lost.',
    links: [today],
  },
  badRequest: {
    title: 'We couldn’t read that',
    lead: 'Please go back, check what you sent, and try again.',
    seo: { title: 'Request not understood', description: '' },
    help: 'If it happens again, give this number to the person who looks after the website.',
    links: [today],
  },
  notFound: {
    title: 'There’s nothing here any more',
    lead: 'Someone may have erased or removed it, or the address is mistyped.',
    seo: { title: 'Not found', description: '' },
    help: 'The audit trail says who erased what, and when.',
    links: [
      today,
      { text: 'Calendar', href: '/admin/appointments' },
      { text: 'Search', href: '/admin/search' },
      { text: 'Audit trail', href: '/admin/audit' },
    ],
  },
} satisfies Record<keyof typeof errorPages, Page & Parts>
