import { z } from 'zod'
import { emailAddress } from '#app/domain/shared/email-address.ts'
import { optionalField, personName } from '#app/domain/shared/plain-text.ts'

/** Any: an old one may break today's rules. */
const typedPassword = z.string({ error: 'Enter your password.' }).min(1, 'Enter your password.')
/** Its rules depend on whose it is: see password-rules. */
const newPassword = z.string({ error: 'Enter a new password.' }).min(1, 'Enter a new password.')

export const loginForm = z.object({ email: emailAddress, password: typedPassword })

export const signUpForm = z.object({ name: optionalField(personName), email: emailAddress, password: newPassword })

/** What asks for an email: Forgot Password, and Send it again. */
export const addressForm = z.object({ email: emailAddress })

export const confirmForm = z.object({ password: typedPassword })

export const resetForm = z.object({ password: newPassword })

/** The forms of the profile. */
export const nameForm = z.object({ name: optionalField(personName) })
export const passwordForm = z.object({ current: typedPassword, password: newPassword })
