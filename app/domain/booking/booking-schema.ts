import { z } from 'zod'
import { clinicSchema } from '#app/domain/clinic/clinic-schema.ts'

/** All that is counted in time starts and ends on these, so that two lengths never overlap by a part of one. */
export const slotMinutes = 5

const minutes = z
  .int()
  .positive()
  .refine((value) => value % slotMinutes === 0, `must be a multiple of ${slotMinutes} minutes`)

const id = z.string().regex(/^[a-z][a-z0-9-]*$/)

/** content/booking.ts. */
export const bookingSchema = z.object({
  /** From one time on offer to the next. */
  stepMinutes: minutes,
  /** After each visit, before the next one with the same person or in the same room. */
  bufferMinutes: z.union([z.literal(0), minutes]),
  noticeHours: z.number().min(0),
  horizonDays: z.int().min(1).max(365),
  /** Until so long before an appointment its patient may move it. Canceled online it can be until it begins. */
  changeCutOffHours: z.number().min(0),
  /** For so long after booking it can be moved even within the cut-off. */
  graceMinutes: z.number().min(0),
  /** Upcoming appointments of one email address and phone number together; more are requests. */
  mostUpcoming: z.int().min(1),
  /** New online bookings that are confirmed at once within an hour; more are requests. */
  mostOnlinePerHour: z.int().min(1),
  rooms: z.array(z.object({ id, name: z.string().min(1) })).min(1),
  /** In the order in which equally free ones are chosen. Without any there is one person, unnamed. */
  practitioners: z.array(
    z.object({
      id,
      name: z.string().min(1),
      /** Where patients meet them by video; without it the clinic sends the link. */
      videoUrl: z.url({ protocol: /^https$/ }).optional(),
      /** Unless they are there whenever the clinic is open. */
      hours: clinicSchema.shape.hours.omit({ standIn: true }).optional(),
    }),
  ),
  /** Every service has these unless it says otherwise by its id. */
  usual: z.object({ minutes }),
  services: z.record(
    z.string(),
    z.object({
      minutes: minutes.optional(),
      /** Ids; all of them otherwise. */
      practitioners: z.array(id).min(1).optional(),
      rooms: z.array(id).min(1).optional(),
      /** No room is needed; 'offered': in person, or by video for whoever chooses that. */
      byVideo: z.union([z.literal(true), z.literal('offered')]).optional(),
      /** Held as requested until the clinic accepts or declines it. */
      confirmedByClinic: z.literal(true).optional(),
      /** How to prepare; shown on the appointment's page only, never mailed. */
      preparation: z.string().optional(),
    }),
  ),
  standIn: z.literal(true).optional(),
})

export type BookingContent = z.infer<typeof bookingSchema>
