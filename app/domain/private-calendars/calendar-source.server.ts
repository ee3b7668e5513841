import { z } from 'zod'
import type { CalendarSource } from '#app/integrations/calendars/calendar-work.ts'
import { privateCalendars as words } from '#content/pages/private-calendars.ts'

const longest = 2_000

/** An address as calendar programs show it: 'webcal:' stands for a file at the same address. */
const calendarAddress = z
  .string({ error: words.errors.blank })
  .trim()
  .min(1, words.errors.blank)
  .max(longest, words.errors.address)
  .transform((text) => text.replace(/^webcals?:/i, 'https:'))
  .pipe(z.url({ protocol: /^https$/, error: words.errors.address }))
  .refine((address) => !URL.parse(address)?.username, words.errors.credentials)

/** The form with which a calendar is added. */
export const calendarForm = z.object({
  kind: z.enum(['ics', 'caldav'], { error: words.errors.kind }),
  address: calendarAddress,
  user: z.string().trim().max(200, words.errors.long).optional(),
  password: z.string().max(200, words.errors.long).optional(),
})

export const toSource = ({ kind, address, user, password }: z.output<typeof calendarForm>): CalendarSource => ({
  kind,
  url: address,
  ...(user && { user }),
  ...(password && { password }),
})
