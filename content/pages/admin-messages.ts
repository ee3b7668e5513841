import type { InboxList } from '#app/domain/contact/inbox.ts'
import { admin, type Empty } from './admin.ts'

export const adminMessages = {
  title: 'Messages',
  filter: 'Messages by status',
  lists: { waiting: 'Unanswered', handled: 'Handled' } satisfies Record<InboxList, string>,
  columns: { choose: admin.choose.column, from: 'From', message: 'Message', sent: 'Sent', act: 'Action' },
  choose: (name: string) => `Choose the message from ${name}`,
  /** Both lists are empty. */
  nothing: {
    text: 'No messages yet',
    hint: 'What people write on your contact page arrives here, and you get an email.',
    step: { text: 'See your contact page', href: '/contact' },
  },
  none: {
    waiting: {
      text: 'Every message is answered',
      hint: 'New messages from your contact page appear here.',
      step: { text: 'See handled messages', href: '/admin/messages?list=handled' },
    },
    handled: {
      text: 'No handled messages yet',
      hint: 'Once you’ve answered a message, mark it as handled, and it moves here.',
      step: { text: 'See unanswered messages', href: '/admin/messages' },
    },
  } satisfies Record<InboxList, Empty>,
  bulk: {
    handled: (count: number, skipped: number) => `${messages(count)} marked as handled.${already(skipped)}`,
    reopened: (count: number, skipped: number) => `${messages(count)} reopened.${already(skipped)}`,
    noneChanged: 'Nothing was changed: someone else was faster, or the messages are gone.',
  },
}

const messages = (count: number) => (count === 1 ? '1 message' : `${count} messages`)

const already = (skipped: number) => (skipped > 0 ? ` Nothing to do for ${skipped}.` : '')

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
