/** Named here for both who sets it and who keeps pages of its owner out of the page cache. */
export const sessionCookie = 'session'
