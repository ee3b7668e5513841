import { forgetOldLimits } from '#app/domain/limits/limits.server.ts'
import type { Services } from '#app/services.server.ts'

/** Throws away what nobody needs any more. */
export const sweepJob = (services: Services) => forgetOldLimits(services, Date.now())
