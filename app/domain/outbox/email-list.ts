export const emailLists = ['failed', 'waiting', 'sent'] as const
export type EmailList = (typeof emailLists)[number]
