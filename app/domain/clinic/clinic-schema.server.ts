import { z } from 'zod'
import { type Weekday, weekdays } from './clinic.ts'

/** '09:00', clinic local time. */
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write the time like 09:00.')
const closingTime = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Write the time like 09:00.')
const openHours = z
  .object({ opens: clockTime, closes: closingTime })
  .refine(({ opens, closes }) => opens < closes, 'The closing time must come after the opening time.')

function isTimeZone(name: string) {
  try {
    Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Not confirmed by the clinic yet; the System page lists these facts (product decisions, 'Clinic facts'). */
const standIn = z.boolean().optional()

/** Two weeks. */
export const mostReminderHours = 336

const day = z.array(openHours)
export const weekRule = z.object(Object.fromEntries(weekdays.map((name) => [name, day])) as Record<Weekday, typeof day>)

/** content/clinic.ts. */
export const clinicSchema = z.object({
  name: z.string().min(1),
  /** Of the name. */
  standIn,
  /** 'Ayurvedic clinic'. */
  kind: z.string().min(1),
  /** ISO 3166-2 without the country, 'AL'. */
  regionCode: z.string().regex(/^[A-Z\d]{1,3}$/),
  messagingApp: z.string().min(1),
  map: z.object({
    latitude: z.number(),
    longitude: z.number(),
    directionsUrl: z.url(),
    /** Shown in a frame on /contact when the visitor asks for it. */
    embedUrl: z.url(),
    standIn,
  }),
  timeZone: z.string().refine(isTimeZone, 'This is no time zone. Write it like America/Chicago.'),
  copyrightYear: z.int(),
})
