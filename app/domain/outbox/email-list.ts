export const emailLists = ['failed', 'waiting', 'sent'] as const
export type EmailList = (typeof emailLists)[number]

export type EmailRow = {
  id: string
  kind: string
  recipient: string
  /** Once the email was rendered. */
  subject?: string
  createdAt: number
  sentAt?: number
  handledAt?: number
  lastError?: string
}
