export const emailLists = ['failed', 'waiting', 'sent'] as const
export type EmailList = (typeof emailLists)[number]

export type EmailRow = {
  id: string
  kind: string
  recipient: string
  /** Once it was rendered for a try. */
  subject?: string
  createdAt: number
  sentAt?: number
  handledAt?: number
  /** What the server said at the last try. */
  lastError?: string
}
