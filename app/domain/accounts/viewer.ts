import type { Role } from './roles.ts'

/**
 * The signed-in person, as the header shows them. `role`: of somebody who works here; `editor`: where they may edit the
 * texts of the page.
 */
export type Viewer = { name: string; role?: Role | undefined; editor?: string }
