import { z } from 'zod'
import { wholeEmail } from '#app/domain/shared/email-address.server.ts'
import { weekRule, mostReminderHours } from './clinic-schema.server.ts'

/** The facts of each section of the Clinic page, in content/clinic.json and as they are published. */
export const sectionRules = {
  /** All four empty: the clinic removed its postal address. */
  address: z.object({ street: z.string(), city: z.string(), region: z.string(), postalCode: z.string() }),
  phones: z.object({
    display: z.string().min(1),
    e164: z.string().regex(/^\+\d{8,15}$/, 'must have the form +12055550142'),
    messagingUrl: z.url(),
  }),
  emails: z.object({
    general: wholeEmail('must be an email address'),
    booking: wholeEmail('must be an email address'),
  }),
  hours: weekRule,
  /** Holidays on which the clinic is open. */
  holidays: z.object({ open: z.array(z.iso.date()) }),
  /** How long before an appointment its reminder is sent; 0: none. */
  reminder: z.object({ hours: z.int().min(0).max(mostReminderHours) }),
  /** Shown at the top of every page up to and including the day `until`. `closure`: removed together with it. */
  notice: z.object({ text: z.string().min(1), until: z.iso.date(), closure: z.string().optional() }).nullable(),
}
