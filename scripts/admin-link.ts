import { createAdminLinkByCommand } from '../app/domain/accounts/admin-link.server.ts'
import { adminLinkMade } from '../content/admin-link.ts'
import { runAsProcess, withServices } from './command.ts'

// `npm run admin:link` prints a link with which the admin chooses a new password. It works once, for 30 minutes. Making
// it revokes every other way to sign in; using it removes two-factor authentication too.

export const command = withServices(async (services, { say }) => {
  const { admin, publicOrigin } = services.config
  const path = await createAdminLinkByCommand(services, admin.email, Date.now())
  say(
    `Open this link within 30 minutes to sign in as ${admin.email}. It works once:\n\n  ${publicOrigin}${path}\n\n${adminLinkMade}`,
  )
})

if (import.meta.main) await runAsProcess(command)
