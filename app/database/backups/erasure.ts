import { z } from 'zod'

/**
 * Recorded next to the backups, so that a person in a restored backup is erased again. Email and phone are fingerprints,
 * which only SESSION_SECRET can match to an address or number.
 */
export const erasure = z.object({
  /** Epoch milliseconds. */
  at: z.number(),
  withAccount: z.boolean(),
  email: z.string().optional(),
  phone: z.string().optional(),
})
export type Erasure = z.output<typeof erasure>
