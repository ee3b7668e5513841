import { type Role, roles } from '#app/domain/accounts/roles.ts'
import { adminSettings } from '#tests/support/admin.ts'
import { startSiteOn } from '#tests/support/databases.ts'
import { feedWithClaims } from '#tests/support/feeds.ts'
import { fillDashboard } from '#tests/support/filled-dashboard.ts'
import { paymentSettings } from '#tests/support/payment-server.ts'
import { signInAs } from '#tests/support/staff.ts'
import { textSettings } from '#tests/support/text-service.ts'
import type { Admin } from './acts-by-hand.ts'

type Site = Awaited<ReturnType<typeof startSiteOn>>

/** A site with records of every kind, on which somebody of each role is signed in. `before` them: what nobody of them did. */
export async function openWithEverybody(before: (site: Site) => Promise<unknown> = async () => {}) {
  const site = await startSiteOn('sqlite', {
    ...adminSettings,
    ABUSE_LIMITS: 'off',
    FEED_URL: feedWithClaims(),
    // Nothing is sent.
    ...textSettings('http://127.0.0.1:9'),
    ...paymentSettings('http://127.0.0.1:9'),
    NEWSLETTER_PER_SECOND: '1',
  })
  await fillDashboard(site)
  await before(site)
  const staff = new Map<Role, Admin>()
  for (const role of roles) staff.set(role, await signInAs(site, role))
  return { site, as: (role: Role) => staff.get(role)! }
}
