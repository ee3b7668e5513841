import { z } from 'zod'
import { multiLine } from '#app/domain/shared/plain-text.server.ts'

/** A reply to a message. `reply` and `seen` come with the page. */
export const replyForm = z.object({
  /** The id of the reply, so that a second press sends nothing. */
  reply: z.uuid().catch(() => crypto.randomUUID()),
  /** The id of the newest reply that the page showed; empty: there was none. */
  seen: z.string().catch(''),
  text: multiLine({
    blank: 'Write your reply.',
    most: 5_000,
    tooLong: 'Write a reply of at most 5,000 characters.',
  }),
})
