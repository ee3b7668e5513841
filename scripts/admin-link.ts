import { createAdminLinkByCommand } from '../app/domain/accounts/admin-link.server.ts'
import { adminLinkMade } from '../content/admin-link.ts'
import { openForCommand } from './open-for-command.ts'

// `npm run admin:link` prints a link with which the admin chooses a new password, beside a running site or without one.
// It works once, for 30 minutes. Making it revokes what else lets somebody in; using it removes a second factor too.

const services = await openForCommand()
try {
  const { admin, publicOrigin } = services.config
  const path = await createAdminLinkByCommand(services, admin.email, Date.now())
  console.log(
    `Open this link within 30 minutes to sign in as ${admin.email}. It works once:\n\n  ${publicOrigin}${path}\n\n${adminLinkMade}`,
  )
} finally {
  services.mail.close()
  await services.database.close()
}
