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
