import script from './enhance/newsletter-run.ts?script'

/** The script of a newsletter's page, which no other page needs; only the server hands it out. */
export const newsletterScript = import.meta.env.SSR ? script : ''
