import { z } from 'zod'
import { emailAddress } from '#app/domain/shared/email-address.ts'

/** The sign-up form. */
export const signUpForm = z.object({ email: emailAddress })

/** Signed links that end a subscription; they need no sign-in and do not expire (product decisions, 'Subscribing twice'). */
export const unsubscribePurpose = 'newsletter unsubscribe'
export const unsubscribePath = (token: string) => `/newsletter/unsubscribe/${token}`

/** Signed links in the letter that asks somebody who had unsubscribed. */
export const confirmPurpose = 'newsletter confirm'
export const confirmPath = (token: string) => `/newsletter/confirm/${token}`
