import type { Role } from '#app/domain/accounts/roles.ts'

/** What people who work here are called by their role, and what each may open. */
export const roleWords: Record<Role, { name: string; may: string }> = {
  owner: { name: 'Owner', may: 'Everything.' },
  manager: { name: 'Manager', may: 'Everything, except connections and other managers.' },
  'front-desk': {
    name: 'Front desk',
    may: 'Calendar, orders, messages and mail. Health answers stay sealed.',
  },
  editor: { name: 'Editor', may: 'The website and the newsletter.' },
}
