import type { Tables } from '#app/database/tables.ts'
import type { WithoutNulls } from '#app/domain/shared/without-nulls.ts'

/** `mine`: of those that wait, what is assigned to the person who looks. */
export const inboxLists = ['waiting', 'mine', 'snoozed', 'handled'] as const
export type InboxList = (typeof inboxLists)[number]

export type InboxMessage = WithoutNulls<Tables['messages']>
