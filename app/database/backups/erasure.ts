import { z } from 'zod'

/**
 * That a person was erased, as it is noted beside the backups: a restored backup has them again, and then they are
 * erased once more. Address and phone number are fingerprints, from which nobody without SESSION_SECRET can tell them.
 */
export const erasure = z.object({
  /** Epoch milliseconds. */
  at: z.number(),
  /** Whether their account was deleted as well. */
  withAccount: z.boolean(),
  email: z.string().optional(),
  phone: z.string().optional(),
})
export type Erasure = z.output<typeof erasure>
