import { z } from 'zod'
import { emailAddress } from '#app/domain/shared/email-address.ts'
import { phoneNumber } from '#app/domain/shared/phone-number.ts'
import { mayBeBlank, personName, someLines } from '#app/domain/shared/plain-text.ts'

/** The booking form; all four fields are required (specification, section 5), in the order of the page. */
export const bookingForm = z.object({
  name: personName,
  email: emailAddress,
  phone: phoneNumber,
  health: someLines({
    blank: 'Tell us in a few words how you are at present.',
    most: 5_000,
    tooLong: 'Enter at most 5,000 characters.',
  }),
})

export type Patient = z.output<typeof bookingForm>

/** What a patient may correct later, each by itself. */
export const contactForm = bookingForm.omit({ health: true })
export const healthForm = bookingForm.pick({ health: true })

/** Who lost the link to an appointment says where to send it. */
export const newLinkForm = bookingForm.pick({ email: true })

/** For who comes back: the health answer is kept, not shown again, and replaced only by another one. */
export const bookingFormAgain = bookingForm.extend({ health: mayBeBlank(bookingForm.shape.health) })
