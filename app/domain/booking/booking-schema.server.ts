import { z } from 'zod'
import { slotMinutes } from './booking-content.ts'

const minutes = z
  .int()
  .positive()
  .refine((value) => value % slotMinutes === 0, `must be a multiple of ${slotMinutes} minutes`)

/** content/booking.ts. */
export const bookingSchema = z.object({
  /** From one bookable time to the next. */
  stepMinutes: minutes,
  /** After each appointment, before the next one of the same person or room. */
  bufferMinutes: z.union([z.literal(0), minutes]),
  noticeHours: z.number().min(0),
  horizonDays: z.int().min(1).max(365),
  /** Patients can move an appointment until this long before it, and cancel it until it begins. */
  changeCutOffHours: z.number().min(0),
  /** After booking, it can be moved this long even within the cut-off. */
  graceMinutes: z.number().min(0),
  /** Upcoming appointments of one email address and phone number together; more are requests. */
  mostUpcoming: z.int().min(1),
  /** New online bookings that are confirmed at once within an hour; more are requests. */
  mostOnlinePerHour: z.int().min(1),
  services: z.record(
    z.string(),
    z.object({
      /** 'offered': the patient chooses between in person and video. */
      byVideo: z.union([z.literal(true), z.literal('offered')]).optional(),
      /** A booking is a request until the clinic accepts or declines it. */
      confirmedByClinic: z.literal(true).optional(),
      /** Shown only on the appointment's page, never emailed. */
      preparation: z.string().optional(),
    }),
  ),
  standIn: z.literal(true).optional(),
})
