/** The signed-in person, as the header shows them. */
export type Viewer = { name: string; isAdmin: boolean }
