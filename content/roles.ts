import type { Role } from '#app/domain/accounts/roles.ts'

/** What people who work here are called by their role, and what each may open. */
export const roleWords: Record<Role, { name: string; who: string; may: string }> = {
  owner: { name: 'Owner', who: 'the owner', may: 'Everything.' },
  manager: { name: 'Manager', who: 'a manager', may: 'Everything, except the access of managers.' },
  'front-desk': {
    name: 'Front desk',
    who: 'the front desk',
    may: 'Calendar, orders, messages and mail. Health answers stay sealed.',
  },
  practitioner: {
    name: 'Practitioner',
    who: 'a practitioner',
    may: 'Their own day and calendar, and the health answers of their own appointments.',
  },
  editor: { name: 'Editor', who: 'an editor', may: 'The website and the newsletter.' },
}
