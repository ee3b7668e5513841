import { z } from 'zod'
import { mostReminderHours } from './clinic-schema.ts'
import type { Reminder } from './overlays.ts'

const wrong = `Enter a whole number of hours from 0 to ${mostReminderHours}.`

export const reminderForm = z
  .object({
    hours: z
      .string({ error: wrong })
      .trim()
      .regex(/^\d{1,3}$/, wrong),
  })
  .transform(({ hours }, context): Reminder => {
    if (Number(hours) > mostReminderHours) context.addIssue({ code: 'custom', path: ['hours'], message: wrong })
    return { hours: Number(hours) }
  })
