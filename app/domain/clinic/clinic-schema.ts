import { z } from 'zod'
import { weekdays } from './clinic.ts'

/** Clinic local time on a 24-hour clock, '09:00'. */
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const openHours = z.object({ opens: clockTime, closes: clockTime }).refine(({ opens, closes }) => opens < closes)

const facts = z.object({
  name: z.string().min(1),
  /** What it is, in a few words: 'Ayurvedic clinic'. */
  kind: z.string().min(1),
  city: z.string().min(1),
  region: z.string().min(1),
  /** ISO 3166-2 without the country, 'AL'. */
  regionCode: z.string().length(2),
  /** Left out until the clinic gives it; no street is invented. */
  street: z.string().min(1).optional(),
  postalCode: z.string().min(1).optional(),
  latitude: z.number(),
  longitude: z.number(),
  phone: z.object({ display: z.string().min(1), e164: z.string().regex(/^\+\d{8,15}$/) }),
  emails: z.object({ general: z.email(), booking: z.email() }),
  messagingApp: z.object({ name: z.string().min(1), url: z.url() }),
  social: z.array(z.object({ name: z.string().min(1), url: z.url() })),
  timeZone: z.string().min(1),
  copyrightYear: z.int(),
  licenses: z.array(z.string().min(1)),
  hours: z.record(z.enum(weekdays), z.array(openHours)),
  directionsUrl: z.url(),
  /** An https page shown in a frame on /contact, only after the visitor asked for it. */
  mapEmbedUrl: z.url(),
  parking: z.string().min(1),
  waysToPay: z.array(z.string().min(1)).nonempty(),
})

export const clinicSchema = facts.extend({
  /** Facts not confirmed yet, by name: some are plain texts that could not carry a mark. The System page lists them. */
  standIns: z.array(facts.keyof()),
})
