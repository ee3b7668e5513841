/** Who is signed in, as far as the header shows it. */
export type Viewer = { name: string; isAdmin: boolean }
