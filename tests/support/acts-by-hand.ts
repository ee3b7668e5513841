import type { KnownAct } from '#app/domain/audit/audit.server.ts'
import { confirmWithPassword, type signInAsAdmin } from './admin.ts'
import type { startSiteOn } from './databases.ts'
import { signInActs } from './sign-in-acts.ts'

export type Site = Awaited<ReturnType<typeof startSiteOn>>
export type Admin = Awaited<ReturnType<typeof signInAsAdmin>>

/** Something the admin does by hand: a press of a button that the audit trail must know. */
export type ActByHand = {
  act: KnownAct
  /** The file whose action takes the press, below app/routes/admin; undefined for one elsewhere. */
  route?: string
  press(admin: Admin, site: Site): Promise<Response>
}

/** Everything the admin can do by hand, in an order in which each finds what it needs. */
export const actsByHand: ActByHand[] = [
  {
    act: 'admin.stepped-up',
    route: 'security.tsx',
    press: (admin) => confirmWithPassword(admin, '/admin/security', { intent: 'start' }),
  },
  ...signInActs,
]
