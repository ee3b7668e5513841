import type { InboxList } from '#app/domain/contact/inbox.ts'

export const adminMessages = {
  title: 'Messages',
  filter: 'Messages by status',
  lists: { waiting: 'Unanswered', handled: 'Handled' } satisfies Record<InboxList, string>,
  columns: { from: 'From', message: 'Message', sent: 'Sent', act: 'Action' },
  none: { waiting: 'No unanswered messages.', handled: 'No handled messages yet.' } satisfies Record<InboxList, string>,
}

export const adminMessage = {
  heading: (name: string) => `Message from ${name}`,
  label: 'Message',
  back: 'All messages',
  details: { email: 'Email', sent: 'Sent', handled: 'Handled' },
  reply: 'Reply by email',
  replySubject: (clinic: string) => `Your message to ${clinic}`,
  handle: { button: 'Mark as handled', done: 'Marked as handled.' },
  reopen: { button: 'Reopen', done: 'Message reopened.' },
}
