import type { InboxList } from '#app/domain/contact/inbox.ts'
import type { Page, Parts } from './page.ts'

export const adminMessages = {
  title: 'Messages',
  seo: { title: 'Messages', description: 'The messages sent with the form on the website.' },
  filter: 'Messages by whether they are handled',
  lists: { waiting: 'To answer', handled: 'Handled' } satisfies Record<InboxList, string>,
  columns: { from: 'From', message: 'Message', sent: 'Sent' },
  none: { waiting: 'No message waits for an answer.', handled: 'No message was handled yet.' } satisfies Record<
    InboxList,
    string
  >,
} satisfies Page & Parts

export const adminMessage = {
  heading: (name: string) => `Message from ${name}`,
  label: 'The message',
  back: 'All messages',
  details: { email: 'Email', sent: 'Sent', handled: 'Handled' },
  reply: 'Reply by email',
  replySubject: (clinic: string) => `Your message to ${clinic}`,
  handle: { button: 'Mark as handled', done: 'The message is handled.' },
  reopen: { button: 'Put back to answer', done: 'The message waits for an answer again.' },
} satisfies Parts
