import { z } from 'zod'
import { emailAddress } from '#app/domain/shared/email-address.server.ts'
import { phoneNumber } from '#app/domain/shared/phone-number.server.ts'
import { optionalField, personName, multiLine } from '#app/domain/shared/plain-text.server.ts'

/** The order form below the cart; Phone and Note may stay empty (product decisions, 'Orders'). */
export const orderForm = z.object({
  name: personName,
  email: emailAddress,
  phone: optionalField(phoneNumber),
  /** Only offered if the clinic takes online payments. */
  pay: z.enum(['pick-up', 'online']).optional().catch(undefined),
  note: optionalField(
    multiLine({ blank: 'Enter a note.', most: 2_000, tooLong: 'Enter a note of at most 2,000 characters.' }),
  ),
})

export type OrderContact = z.output<typeof orderForm>
