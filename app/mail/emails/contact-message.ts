import { findMessage } from '#app/domain/contact/messages.server.ts'
import type { ContactMessage } from '#app/domain/contact/contact-form.server.ts'
import { defineEmail } from '#app/mail/define-email.ts'
import { newline, splitLines } from '#app/mail/plain-text.ts'
import { contactMessage as words } from '#content/emails.ts'

/** To the clinic, without links and so without a button, so that no link in it can pass for ours. Replies go to the sender. */
export const contactMessage = defineEmail({
  kind: 'contact-message',
  load: ({ database }, { contactMessageId }): Promise<ContactMessage | undefined> =>
    findMessage(database, contactMessageId),
  head: ({ name }) => ({ subject: words.from(name), preview: words.preview, headline: words.from(name) }),
  body: ({ name, email, message }) => [
    // Our words come first, so that no message can pass for them.
    { paragraph: words.greeting },
    {
      facts: [
        { name: words.rows.name, value: name },
        { name: words.rows.email, value: email },
      ],
    },
    { paragraph: words.answer },
    { paragraph: words.message },
    { quote: message },
  ],
  why: words.why,
  toClinic: true,
  envelope: ({ name, email, message }) => ({
    replyTo: { name, email },
    // A relay's template has its own words around the message.
    template: { params: { message: splitLines(message).join(newline) } },
  }),
  sample: {
    name: 'Maya Thomas',
    email: 'maya@example.com',
    message: 'Hello,\n\nIs there room for a wheelchair? I would come on a Tuesday.\n\nMaya',
  },
})
