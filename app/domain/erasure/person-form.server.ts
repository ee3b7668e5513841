import { z } from 'zod'
import { emailAddress } from '#app/domain/shared/email-address.server.ts'
import { phoneNumber } from '#app/domain/shared/phone-number.server.ts'
import { optionalField } from '#app/domain/shared/plain-text.server.ts'

export const personForm = z.object({ email: optionalField(emailAddress), phone: optionalField(phoneNumber) })
export type PersonQuery = z.output<typeof personForm>
