/**
 * Through sign-in to a page of ours: someone who is signed in goes straight there, and anyone else signs in first. Links
 * of emails into the dashboard go this way, since the dashboard's own addresses lead strangers home.
 */
export const signInPath = (page?: string) =>
  page ? `/login?${new URLSearchParams({ next: page }).toString()}` : '/login'
