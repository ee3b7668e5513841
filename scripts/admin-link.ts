import { createAdminLinkByCommand } from '../app/domain/accounts/admin-link.server.ts'
import { adminLinkMade } from '../content/admin-link.ts'
import { runWithServices } from './run-command.ts'

// `npm run admin:link` prints a link with which the admin chooses a new password. It works once, for 30 minutes. Making
// it revokes every other way to sign in; using it removes two-factor authentication too.

await runWithServices(async (services) => {
  const { admin, publicOrigin } = services.config
  const path = await createAdminLinkByCommand(services, admin.email, Date.now())
  console.log(
    `Open this link within 30 minutes to sign in as ${admin.email}. It works once:\n\n  ${publicOrigin}${path}\n\n${adminLinkMade}`,
  )
})
