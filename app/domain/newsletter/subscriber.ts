import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Tables } from '#app/database/tables.ts'
import { withQuery } from '#app/domain/shared/with-query.ts'
import type { listView } from './subscriber-forms.server.ts'

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

/** Orders of the list besides the newest first. */
export const subscriberSorts = ['oldest', 'email'] as const
export type SubscriberSort = (typeof subscriberSorts)[number]

export type SubscriberRow = Selectable<Tables['subscribers']>

/** The query of the admin's list. */
export type ListView = z.output<typeof listView>

export const subscribersPath = '/admin/subscribers'
export const exportPath = '/admin/subscribers/export'

export const listUrl = (view: ListView) => withQuery(subscribersPath, view)
