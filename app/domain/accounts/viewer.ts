/** The signed-in person, as the header shows them. `editor`: where an admin edits the texts of the page. */
export type Viewer = { name: string; isAdmin: boolean; editor?: string }
