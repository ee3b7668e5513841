import { z } from 'zod'
import { emailAddress } from '#app/domain/shared/email-address.ts'

/** The two addresses that visitors write to. */
export const emailsForm = z.object({ general: emailAddress, booking: emailAddress })
