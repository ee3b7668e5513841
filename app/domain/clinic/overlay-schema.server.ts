import { z } from 'zod'

/** The JSON of each section, written by change-overlays.server.ts. */
export const overlaySchemas = {
  /** All four empty: the clinic removed its postal address. */
  address: z.object({ street: z.string(), city: z.string(), region: z.string(), postalCode: z.string() }),
  phones: z.object({ display: z.string(), e164: z.string(), messagingUrl: z.string() }),
  emails: z.object({ general: z.string(), booking: z.string() }),
  /** Holidays on which the clinic is open. */
  holidays: z.object({ open: z.array(z.iso.date()) }),
  /** How long before an appointment its reminder is sent; 0: none. */
  reminder: z.object({ hours: z.int().min(0) }),
  /** Shown at the top of every page up to and including the day `until`. `closure`: removed together with it. */
  notice: z.object({ text: z.string(), until: z.iso.date(), closure: z.string().optional() }),
}
