import { findMessage } from '#app/domain/contact/messages.server.ts'
import type { ContactMessage } from '#app/domain/contact/message.ts'
import { defineEmail } from '#app/mail/define-email.ts'
import { linesOf, newline } from '#app/mail/plain-text.ts'
import { contactMessage as words } from '#content/emails.ts'

/** To the clinic, without a single link, so that none in it can be ours; an answer goes to whoever wrote. */
export const contactMessage = defineEmail({
  kind: 'contact-message',
  load: ({ database }, { contactMessageId }): Promise<ContactMessage | undefined> =>
    findMessage(database, contactMessageId),
  subject: ({ name }) => words.subject(name),
  preview: () => words.preview,
  body: ({ name, email, message }) => [
    // Our own words come first, so that no message can pass for them.
    { paragraph: words.greeting },
    {
      rows: [
        { name: words.rows.name, value: name },
        { name: words.rows.email, value: email },
      ],
    },
    { paragraph: words.answer },
    { paragraph: words.message },
    { quote: message },
  ],
  envelope: ({ name, email, message }) => ({
    replyTo: { name, email },
    // The template of a relay has words of its own around it.
    template: { params: { message: linesOf(message).join(newline) } },
  }),
  sample: {
    name: 'Maya Thomas',
    email: 'maya@example.com',
    message: 'Hello,\n\nIs there room for a wheelchair? I would come on a Tuesday.\n\nMaya',
  },
})
