import { admin } from '#content/pages/admin.ts'

/** Where the signed-in person changes what is their own. */
export const accountLinks = [
  { text: admin.account.profile, href: '/profile' },
  { text: admin.account.password, href: '/profile#your-password' },
]
