import type { Facts, Link, Page, Parts } from './page.ts'

/** Before the id that the log has for an error. */
export const errorNumber = 'Error number'

/** Where a page broke while someone typed. */
export const brokenPage = {
  typed: 'What you typed',
  kept: 'What you typed isn’t lost. Try again to have it back in its fields, or copy it from here first.',
  tryAgain: 'Try again',
}

export const errorPage = {
  title: 'Something went wrong on our side',
  lead: 'Please try again in a moment. If it keeps happening, call us.',
  seo: {
    title: 'Something went wrong',
    description: 'We couldn’t show this page just now. Please try again in a moment, or call the clinic.',
  },
  help: (clinic: Facts) => `Call ${clinic.phone.display} during opening hours.`,
  links: [
    { text: 'Home', href: '/' },
    { text: 'Contact', href: '/contact' },
  ] satisfies Link[],
} satisfies Page & Parts

/** The page for a form sent too often (429). */
export const tooManyPage = {
  title: 'That was a little fast',
  lead: 'We paused this form for a few minutes. After that, you can send it again.',
  seo: {
    title: 'Please wait a moment',
    description: 'This form was sent too often in a short time. Please wait a few minutes, or call the clinic.',
  },
  help: (clinic: Facts) => `Is it urgent? Call ${clinic.phone.display}.`,
} satisfies Page & Parts

/** The page for a form or an address that the server could not read (400, 405, 413). */
export const badRequestPage = {
  title: 'We couldn’t read that',
  lead: 'Please go back, check what you sent, and try again.',
  seo: {
    title: 'Request not understood',
    description: 'The server couldn’t read this request. Please go back and try again, or call the clinic.',
  },
  help: (clinic: Facts) => `If it happens again, call ${clinic.phone.display}.`,
} satisfies Page & Parts

export const notFoundPage = {
  title: 'We can’t find that page',
  lead: 'The address may be old or mistyped. Nothing is wrong with your appointment or your order.',
  seo: {
    title: 'Page not found',
    description: 'There is no page at this address. Search the site, see our services, or call us and ask.',
  },
  help: (clinic: Facts) => `Looking for something in particular? Call ${clinic.phone.display}.`,
  links: [
    { text: 'Services', href: '/services' },
    { text: 'Book Your Appointment', href: '/booking' },
    { text: 'Find your appointment', href: '/appointments' },
    { text: 'Patient resources', href: '/resources' },
    { text: 'Contact', href: '/contact' },
    { text: 'Home', href: '/' },
  ] satisfies Link[],
} satisfies Page & Parts
