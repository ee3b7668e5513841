import { z } from 'zod'
import type { ItemOverlay, Notice, OpenHolidays, Phones, PostalAddress, Reminder } from './overlays.ts'

/** The JSON of each section, written by change-overlays.server.ts. */
export const overlaySchemas = {
  address: z.object({
    street: z.string(),
    city: z.string(),
    region: z.string(),
    postalCode: z.string(),
  }) satisfies z.ZodType<PostalAddress>,
  phones: z.object({ display: z.string(), e164: z.string(), messagingUrl: z.string() }) satisfies z.ZodType<Phones>,
  emails: z.object({ general: z.string(), booking: z.string() }),
  holidays: z.object({ open: z.array(z.iso.date()) }) satisfies z.ZodType<OpenHolidays>,
  reminder: z.object({ hours: z.int().min(0) }) satisfies z.ZodType<Reminder>,
  notice: z.object({
    text: z.string(),
    until: z.iso.date(),
    closure: z.string().optional(),
  }) satisfies z.ZodType<Notice>,
}

export const itemSchema = z.object({
  priceText: z.string().optional(),
  priceCents: z.int().positive().optional(),
  available: z.boolean().optional(),
}) satisfies z.ZodType<ItemOverlay>
