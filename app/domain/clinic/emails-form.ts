import { z } from 'zod'
import { emailAddress } from '#app/domain/shared/email-address.ts'

export const emailsForm = z.object({ general: emailAddress, booking: emailAddress })
