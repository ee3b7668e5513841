import { errorPage } from './error.ts'
import type { Facts, Page, Parts } from './page.ts'

/** The page for a form sent too often (429). */
const tooManyPage = {
  title: 'That was a little fast',
  lead: 'We paused this form for a few minutes. After that, you can send it again.',
  seo: {
    title: 'Please wait a moment',
    description: 'This form was sent too often in a short time. Please wait a few minutes, or call the clinic.',
  },
  help: (clinic: Facts) => `Is it urgent? Call ${clinic.phone.display}.`,
} satisfies Page & Parts

/** The page for a form or an address that the server could not read (400, 405, 413). */
const badRequestPage = {
  title: 'We couldn’t read that',
  lead: 'Please go back, check what you sent, and try again.',
  seo: {
    title: 'Request not understood',
    description: 'The server couldn’t read this request. Please go back and try again, or call the clinic.',
  },
  help: (clinic: Facts) => `If it happens again, call ${clinic.phone.display}.`,
} satisfies Page & Parts

/** What the website shows instead of a page. The words for an unknown address are edited in the dashboard. */
export const errorPages = {
  error: errorPage,
  tooMany: tooManyPage,
  badRequest: badRequestPage,
}
