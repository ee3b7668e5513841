import { z } from 'zod'
import { emailAddress } from '#app/domain/shared/email-address.server.ts'
import { phoneNumber } from '#app/domain/shared/phone-number.server.ts'
import { optionalField, personName, multiLine } from '#app/domain/shared/plain-text.server.ts'
import { cardChoice } from '#content/pages/cart.ts'

/** The order form below the cart; Phone and Note may stay empty (product decisions, 'Orders'). */
export const orderForm = z.object({
  name: personName,
  email: emailAddress,
  phone: optionalField(phoneNumber),
  /** Only offered if the clinic takes online payments. */
  pay: z.enum(['pick-up', 'online']).optional().catch(undefined),
  /** The same. */
  giftCard: optionalField(z.string().max(100, cardChoice.problems.unknown)),
  note: optionalField(
    multiLine({ blank: 'Enter a note.', most: 2_000, tooLong: 'Enter a note of at most 2,000 characters.' }),
  ),
})

export type OrderContact = Omit<z.output<typeof orderForm>, 'pay' | 'giftCard'>
