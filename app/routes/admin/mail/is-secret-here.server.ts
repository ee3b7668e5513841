import { isForRecipientOnly, type StoredEmail } from '#app/domain/outbox/stored-email.server.ts'
import { getStaff } from '#app/http/admin.server.ts'
import { servicesContext, type RequestContext } from '#app/http/context.ts'
import { mayOpen } from '#app/http/rights.server.ts'

/** Whether the email is hidden from the person at the dashboard. Who may end access may also pass it on. */
export function isSecretHere(context: RequestContext, email: StoredEmail) {
  const { config, emailsLeave } = context.get(servicesContext)
  const { role } = getStaff(context)
  const mayPassOn = mayOpen(role, '/admin/staff')
  const reader = { emailsLeave, adminEmail: config.admin.email, isOwner: role === 'owner', mayPassOn }
  return isForRecipientOnly(email, reader)
}
