import type { InboxList } from '#app/domain/contact/inbox.ts'
import { admin, type Empty } from './admin.ts'

export const adminMessages = {
  title: 'Messages',
  filter: 'Messages by status',
  lists: { waiting: 'Unanswered', mine: 'Mine', snoozed: 'Snoozed', handled: 'Handled' } satisfies Record<
    InboxList,
    string
  >,
  /** Emails, among them replies, that reached nobody. */
  undelivered: {
    title: 'Undelivered email',
    none: {
      text: 'No undelivered emails',
      hint: 'An email that a mail server rejects or sends back appears here, with the reason and what you can do.',
      step: { text: 'See unanswered messages', href: '/admin/messages' },
    } satisfies Empty,
  },
  /** Before a name, and before a day. */
  assignee: 'For',
  until: 'Until',
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
    mine: {
      text: 'Nothing is assigned to you',
      hint: 'Messages that you or a colleague assign to you appear here.',
      step: { text: 'See unanswered messages', href: '/admin/messages' },
    },
    snoozed: {
      text: 'No snoozed messages',
      hint: 'A snoozed message waits here and comes back to the list on its day.',
      step: { text: 'See unanswered messages', href: '/admin/messages' },
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
    assign: 'Assign to me',
    assigned: (count: number, skipped: number) => `${messages(count)} assigned to you.${already(skipped)}`,
    unassigned: (count: number) => `${messages(count)} assigned to nobody again.`,
    snooze: 'Snooze until tomorrow',
    snoozed: (count: number, skipped: number) => `${messages(count)} snoozed until tomorrow.${already(skipped)}`,
    wake: 'Back to the list',
    woken: (count: number, skipped: number) => `${messages(count)} back in the list.${already(skipped)}`,
    noneChanged: 'Nothing was changed: someone else was faster, or the messages are gone.',
  },
}

const messages = (count: number) => (count === 1 ? '1 message' : `${count} messages`)

const already = (skipped: number) => (skipped > 0 ? ` Nothing to do for ${skipped}.` : '')

export const adminMessage = {
  heading: (name: string) => `Message from ${name}`,
  label: 'Message',
  back: 'All messages',
  details: { email: 'Email', sent: 'Sent', assigned: 'Assigned to', snoozed: 'Snoozed until', handled: 'Handled' },
  assign: {
    label: 'Assigned to',
    nobody: 'Nobody',
    button: 'Assign',
    you: (name: string) => `${name} (you)`,
    done: 'Message assigned.',
    /** Their access ended meanwhile. */
    gone: 'This person can’t open messages any more. Choose someone else.',
  },
  snooze: {
    label: 'Snooze until',
    button: 'Snooze',
    done: 'Message snoozed. It comes back to the list on its day.',
    wrongDay: 'Choose a day from tomorrow on, within a year.',
    /** It was handled meanwhile. */
    notOpen: 'This message is handled, so it can’t be snoozed. Reopen it first.',
    wake: 'Back to the list',
    woken: 'The message is back in the list.',
  },
  reply: {
    heading: 'Reply',
    to: 'To',
    label: 'Your reply',
    hint: 'Please no health details by email.',
    button: 'Send and close',
    done: 'Your reply is on its way.',
    tooLate: 'It’s too late to undo: your reply is on its way.',
    undone: 'Your reply wasn’t sent. Here is its text.',
    answered: (who: string) =>
      `${who} replied while you were writing. Nothing was sent. Read that reply above, then send yours if it’s still needed.`,
    /** While emails are only stored. */
    notSetUp:
      'Email isn’t set up, so the website can’t send your reply: it’s only stored here, and the message stays unanswered. To answer, use your own email app.',
    store: 'Store reply',
    stored: 'Your reply is stored, not sent.',
    serverDown: 'The mail server can’t be reached right now. Your reply is sent as soon as it works again.',
    template: {
      label: 'Template',
      choose: 'Choose a template',
      insert: 'Insert template',
      inserted: 'The template is inserted. Check the text before you send it.',
      none: 'Choose a template to insert.',
      gone: 'This template was deleted meanwhile.',
      manage: 'Reply templates',
    },
    /** Starts an email in the person's own program. */
    ownApp: 'Use my email app',
  },
  replies: {
    heading: 'Conversation',
    from: (name: string) => `${name} wrote`,
    /** Whose account is gone. */
    someone: 'Someone who no longer works here',
    email: 'Open the email',
    /** The email itself is gone. */
    gone: 'The email is no longer stored',
  },
  replySubject: (clinic: string) => `Your message to ${clinic}`,
  handle: { button: 'Mark as handled', done: 'Marked as handled.' },
  reopen: { button: 'Reopen', done: 'Message reopened.' },
}

export const replyTemplates = {
  title: 'Reply templates',
  lead: 'Texts that you insert into a reply and then adapt.',
  add: 'New template',
  fields: { title: 'Title', text: 'Text' },
  hint: '{name} becomes the name of who wrote, {clinic} the clinic’s name. Please no health details.',
  tooMany: 'That’s as many templates as fit. Delete one first.',
}
