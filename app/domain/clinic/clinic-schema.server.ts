import { z } from 'zod'
import { wholeEmail } from '#app/domain/shared/email-address.server.ts'
import { type Weekday, weekdays } from './clinic.ts'
import { holidayIds } from './holidays.ts'

/** '09:00', clinic local time. */
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const openHours = z.object({ opens: clockTime, closes: clockTime }).refine(({ opens, closes }) => opens < closes)

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
const week = Object.fromEntries(weekdays.map((name) => [name, day])) as Record<Weekday, typeof day>

export const clinicSchema = z.object({
  name: z.string().min(1),
  /** Of the name. */
  standIn,
  /** 'Ayurvedic clinic'. */
  kind: z.string().min(1),
  city: z.string().min(1),
  region: z.string().min(1),
  /** ISO 3166-2 without the country, 'AL'. */
  regionCode: z.string().regex(/^[A-Z\d]{1,3}$/),
  /** Left out until the clinic confirms it. */
  street: z.string().min(1).optional(),
  postalCode: z.string().min(1).optional(),
  phone: z.object({ display: z.string().min(1), e164: z.string().regex(/^\+\d{8,15}$/), standIn }),
  emails: z.object({
    general: wholeEmail('must be an email address'),
    booking: wholeEmail('must be an email address'),
    standIn,
  }),
  messagingApp: z.object({ name: z.string().min(1), url: z.url(), standIn }),
  social: z.array(z.object({ name: z.string().min(1), url: z.url(), standIn })),
  map: z.object({
    latitude: z.number(),
    longitude: z.number(),
    directionsUrl: z.url(),
    /** Shown in a frame on /contact when the visitor asks for it. */
    embedUrl: z.url(),
    standIn,
  }),
  timeZone: z.string().refine(isTimeZone, 'is no time zone; write it like America/Chicago'),
  copyrightYear: z.int(),
  licenses: z.array(z.string().min(1)),
  hours: z.object({ ...week, standIn }),
  holidays: z.array(z.object({ id: z.enum(holidayIds), name: z.string().min(1) })),
  /** How long before an appointment its reminder is sent; 0: none. */
  reminderHours: z.int().min(0).max(mostReminderHours),
  parking: z.object({ text: z.string().min(1), standIn }),
  waysToPay: z.object({ list: z.array(z.string().min(1)).nonempty(), standIn }),
})
