import type { KnownAct } from '#app/domain/audit/audit.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { confirmWithPassword, type signInAsAdmin } from './admin.ts'
import { clinicAdmin } from './clinic-admin.ts'
import { look, type startSiteOn } from './databases.ts'
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

const tomorrow = () => Temporal.Now.plainDateISO(clinicTimeZone).add({ days: 1 }).toString()
const clinicEmails = { general: 'hello@clinic.example', booking: 'book@clinic.example' }

/** Everything the admin can do by hand, in an order in which each finds what it needs. */
export const actsByHand: ActByHand[] = [
  {
    act: 'admin.stepped-up',
    route: 'security.tsx',
    press: (admin) => confirmWithPassword(admin, '/admin/security', { intent: 'start' }),
  },
  {
    act: 'clinic.saved',
    route: 'clinic.tsx',
    press: async (_, site) => (await clinicAdmin(site)).press('emails', clinicEmails),
  },
  {
    act: 'clinic.reset',
    route: 'clinic.tsx',
    press: async (_, site) => (await clinicAdmin(site)).press('emails', {}, 'reset'),
  },
  {
    act: 'clinic.closed',
    route: 'clinic.tsx',
    press: async (_, site) =>
      (await clinicAdmin(site)).press('closures', { firstDay: tomorrow(), lastDay: tomorrow() }, 'close'),
  },
  {
    act: 'clinic.closure-removed',
    route: 'clinic.tsx',
    async press(admin, site) {
      const { id } = await look(site, (db) => db.selectFrom('closures').select('id').executeTakeFirstOrThrow())
      return admin.post('/admin/clinic', { section: 'closures', intent: 'remove', closure: id })
    },
  },
  ...signInActs,
]
