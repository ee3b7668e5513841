import { z } from 'zod'
import { lineOutcomes } from './subscriber-import.ts'

/** The query of the report; invalid values are left out. */
export const reportView = z.object({
  outcome: z.enum(lineOutcomes).optional().catch(undefined),
  /** The page begins after this position. */
  after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).catch(0).default(0),
})
