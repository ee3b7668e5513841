/** `handled`: failed emails that the clinic marked as resolved. */
export const emailLists = ['failed', 'waiting', 'sent', 'handled'] as const
export type EmailList = (typeof emailLists)[number]
