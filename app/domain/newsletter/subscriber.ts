import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Tables } from '#app/database/tables.ts'
import { emailAddress } from '#app/domain/shared/email-address.ts'
import { withQuery } from '#app/domain/shared/with-query.ts'

/** The sign-up form. */
export const signUpForm = z.object({ email: emailAddress })

/** For signed links that need no sign-in and do not expire (product decisions, 'Subscribing twice'). */
export const unsubscribePurpose = 'newsletter unsubscribe'
export const unsubscribePath = (token: string) => `/newsletter/unsubscribe/${token}`

export const confirmPurpose = 'newsletter confirm'
export const confirmPath = (token: string) => `/newsletter/confirm/${token}`

/** `left`: when they had unsubscribed. Unsubscribing again makes the link invalid. */
export const confirmLinkPayload = ({ subscriberId, left }: { subscriberId: string; left?: number | undefined }) =>
  left === undefined ? subscriberId : `${left}:${subscriberId}`

/** In the order in which the admin filters by them. */
export const subscriberStates = ['pending', 'subscribed', 'unsubscribed', 'bounced'] as const
export type SubscriberState = (typeof subscriberStates)[number]
export type SubscriberTotals = Record<SubscriberState, number>

export type SubscriberRow = Selectable<Tables['subscribers']>

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
  /** Ids of the subscribers after or before whom the page begins or ends. */
  after: subscriberId.optional().catch(undefined),
  before: subscriberId.optional().catch(undefined),
  /** Id of the subscriber who is being edited. */
  edit: subscriberId.optional().catch(undefined),
})
export type ListView = z.output<typeof listView>

export const subscribersPath = '/admin/subscribers'
export const exportPath = '/admin/subscribers/export'

export const listUrl = (view: ListView) => withQuery(subscribersPath, view)

/** In the form in which addresses are stored. */
const normalizeTerm = (typed: string) =>
  typed
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .trim()
    .toLowerCase()
    .slice(0, 254)
