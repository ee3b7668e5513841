import { findReply } from '#app/domain/contact/replies.server.ts'
import { defineEmail } from '#app/mail/define-email.ts'
import { textParts } from '#app/mail/email-texts.ts'
import { messageReply as words } from '#content/emails.ts'

/**
 * To the person who wrote a message. It doesn't repeat what they wrote: that may be about their health, and the address may
 * be mistyped. Their answer goes to the clinic, whatever MAIL_FROM says.
 */
export const messageReply = defineEmail({
  kind: 'message-reply',
  load: ({ database }, { contactMessageId: messageId, replyId: id }) => findReply(database, { id, messageId }),
  head: () => ({ subject: words.subject, preview: words.preview, headline: words.headline }),
  body: ({ text }) => [...textParts(text), { paragraph: words.again }],
  why: words.why,
  envelope: ({ earlier, clinic }) => ({
    replyTo: { name: clinic.name, email: clinic.emails.general },
    headers: {
      // A person wrote it (RFC 3834, 5).
      'Auto-Submitted': 'no',
      ...(earlier.length > 0 && { 'In-Reply-To': earlier.at(-1)!, References: earlier.join(' ') }),
    },
  }),
  sample: {
    text: 'Hello Maya,\n\nYes, the east entrance has no steps, and there is room for a wheelchair. Tuesday works well.',
    earlier: [] as string[],
  },
})
