import { z } from 'zod'
import { emailAddress } from '#app/domain/shared/email-address.server.ts'
import { subscriberSorts, subscriberStates } from './subscriber.ts'

/** The sign-up form. */
export const signUpForm = z.object({ email: emailAddress })

/** Databases do not accept every character. */
export const subscriberId = z.string().regex(/^[\w-]{1,100}$/)

/** The query of the admin's list; invalid values are left out. */
export const listView = z.object({
  state: z.enum(subscriberStates).optional().catch(undefined),
  /** Any part of an address. */
  q: z
    .string()
    .transform((typed) => normalizeTerm(typed) || undefined)
    .optional()
    .catch(undefined),
  sort: z.enum(subscriberSorts).optional().catch(undefined),
  /** Ids of the subscribers after or before whom the page begins or ends. */
  after: subscriberId.optional().catch(undefined),
  before: subscriberId.optional().catch(undefined),
  /** Id of the subscriber who is being edited. */
  edit: subscriberId.optional().catch(undefined),
})

/** In the form in which addresses are stored. */
const normalizeTerm = (typed: string) =>
  typed
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .trim()
    .toLowerCase()
    .slice(0, 254)
