/** Set by the sign-in library, and known to the page cache, which skips requests that carry it. */
export const sessionCookie = 'session'
