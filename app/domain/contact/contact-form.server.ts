import { z } from 'zod'
import { emailAddress } from '#app/domain/shared/email-address.server.ts'
import { personName, multiLine } from '#app/domain/shared/plain-text.server.ts'

/** The contact form; its fields in the order of the page. */
export const contactForm = z.object({
  name: personName,
  email: emailAddress,
  message: multiLine({
    blank: 'Enter your message.',
    most: 5_000,
    tooLong: 'Enter a message of at most 5,000 characters.',
  }),
})
export type ContactMessage = z.output<typeof contactForm>
