import type { Tables } from '#app/database/tables.ts'
import type { WithoutNulls } from '#app/domain/shared/without-nulls.ts'

export const inboxLists = ['waiting', 'handled'] as const
export type InboxList = (typeof inboxLists)[number]

export type InboxMessage = WithoutNulls<Tables['messages']>
