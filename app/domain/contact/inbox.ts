export const inboxLists = ['waiting', 'handled'] as const
export type InboxList = (typeof inboxLists)[number]

export type InboxMessage = {
  id: string
  name: string
  email: string
  text: string
  sentAt: number
  /** When the clinic marked it as answered. */
  handledAt?: number
}
