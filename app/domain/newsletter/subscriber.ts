import { z } from 'zod'
import { emailAddress } from '#app/domain/shared/email-address.ts'

/** The sign-up form. */
export const signUpForm = z.object({ email: emailAddress })

/** Signed links that end a subscription; they need no sign-in and do not expire (product decisions, 'Subscribing twice'). */
export const unsubscribePurpose = 'newsletter unsubscribe'
export const unsubscribePath = (token: string) => `/newsletter/unsubscribe/${token}`

/** Signed links in the emails that ask whether an address wants the newsletter. */
export const confirmPurpose = 'newsletter confirm'
export const confirmPath = (token: string) => `/newsletter/confirm/${token}`

/** What such a link says. `left`: when they had unsubscribed, epoch milliseconds; after the next time it opens nothing. */
export const confirmText = ({ subscriberId, left }: { subscriberId: string; left?: number | undefined }) =>
  left === undefined ? subscriberId : `${left}:${subscriberId}`

/** In the order in which the admin filters by them. */
export const subscriberStates = ['pending', 'subscribed', 'unsubscribed', 'bounced'] as const
export type SubscriberState = (typeof subscriberStates)[number]
export type SubscriberTotals = Record<SubscriberState, number>

/** A line of the admin's list. */
export type ListedSubscriber = {
  id: string
  email: string
  state: SubscriberState
  /** Epoch milliseconds; only of a public sign-up. */
  subscriptionDate?: number | undefined
  /** What the file said from which they were imported. */
  imported?: { name: string | null; signedUp: string | null; source: string | null; at: number } | undefined
}

/** No database takes every character. */
export const subscriberId = z.string().regex(/^[\w-]{1,100}$/)

/** What the admin's list shows, as its address says it. What is no such thing is left out. */
export const listView = z.object({
  state: z.enum(subscriberStates).optional().catch(undefined),
  /** Any part of an address. */
  q: z
    .string()
    .transform((typed) => searchable(typed) || undefined)
    .optional()
    .catch(undefined),
  /** The subscriber behind or before whom the page begins or ends. */
  after: subscriberId.optional().catch(undefined),
  before: subscriberId.optional().catch(undefined),
  /** The subscriber whose row is open. */
  edit: subscriberId.optional().catch(undefined),
})
export type ListView = z.output<typeof listView>

export const subscribersPath = '/admin/subscribers'
export const exportPath = '/admin/subscribers/export'

export function listAddress(view: ListView) {
  const fields = Object.entries(view).filter((field): field is [string, string] => Boolean(field[1]))
  return fields.length > 0 ? `${subscribersPath}?${new URLSearchParams(fields)}` : subscribersPath
}

/** As addresses are kept; no database takes a control character. */
const searchable = (typed: string) =>
  typed
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .trim()
    .toLowerCase()
    .slice(0, 254)
