/**
 * The login page, which continues to `page`, at once for people who are signed in. Emails link to the dashboard this
 * way, since the dashboard's own addresses redirect to the home page without a session.
 */
export const signInPath = (page?: string) =>
  page ? `/login?${new URLSearchParams({ next: page }).toString()}` : '/login'
