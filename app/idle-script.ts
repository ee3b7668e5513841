import script from './enhance/idle.ts?script'

/** The script of the dashboard's pages, which no other page needs; only the server hands it out. */
export const idleScript = import.meta.env.SSR ? script : ''
