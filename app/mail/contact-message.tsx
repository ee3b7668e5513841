import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { ContactMessage } from '#app/domain/contact/message.ts'
import { contactMessage as words } from '#content/letters.ts'
import { renderEmail, type RenderedEmail } from './email-frame.tsx'
import { linesOf, newline } from './plain-text.ts'

type MessageLetter = { clinic: ClinicFacts; message: ContactMessage }

/** To the clinic, without a single link, so that none in it can be ours; an answer goes to whoever wrote. */
export function contactMessage({ clinic, message: { name, email, message } }: MessageLetter): RenderedEmail {
  const rows = [
    { name: words.rows.name, value: name },
    { name: words.rows.email, value: email },
  ]
  const letter = renderEmail({
    clinic,
    words: { subject: words.subject(name), preview: words.preview, paragraphs: [words.greeting] },
    // Our own words come first, so that no message can pass for them.
    parts: [{ rows }, { paragraph: words.answer }, { paragraph: words.message }, { quote: message }],
  })
  // The template of a relay has words of its own around it.
  return { ...letter, replyTo: { name, email }, template: { params: { message: linesOf(message).join(newline) } } }
}
