import { acceptMorningLetter } from '#app/domain/today/morning-letter.server.ts'
import type { Services } from '#app/services.server.ts'

/** Accepts the letter of this morning. Run late, after the server was down at 7 am, it still does, on the same day. */
export const morningLetterJob = (services: Services) =>
  acceptMorningLetter({ ...services, adminEmail: services.config.admin.email }, Date.now())
