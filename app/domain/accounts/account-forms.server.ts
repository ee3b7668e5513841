import { z } from 'zod'
import { emailAddress } from '#app/domain/shared/email-address.server.ts'
import { optionalField, personName } from '#app/domain/shared/plain-text.server.ts'
import { invitedRoles } from './roles.ts'

/** Any text: an old password may break today's rules. */
const typedPassword = z.string({ error: 'Enter your password.' }).min(1, 'Enter your password.')
/** Its rules depend on the account: see password-rules. */
const newPassword = z.string({ error: 'Enter a new password.' }).min(1, 'Enter a new password.')

export const loginForm = z.object({ email: emailAddress, password: typedPassword })
export const signUpForm = z.object({ name: optionalField(personName), email: emailAddress, password: newPassword })
export const addressForm = z.object({ email: emailAddress })
export const confirmForm = z.object({ password: typedPassword })
export const resetForm = z.object({ password: newPassword })
export const nameForm = z.object({ name: optionalField(personName) })
export const passwordForm = z.object({ current: typedPassword, password: newPassword })
export const invitationForm = z.object({ name: personName, password: newPassword })
export const inviteForm = z.object({
  email: emailAddress,
  role: z.enum(invitedRoles, { error: 'Choose a role.' }),
  /** An entry of the team. */
  person: optionalField(z.string().max(100)),
})
