import { acceptMorningEmail } from '#app/domain/today/morning-email.server.ts'
import type { Services } from '#app/services.server.ts'

/** Accepts the email of this morning. Run late, after the server was down at 7 am, it still does, on the same day. */
export const morningEmailJob = (services: Services) =>
  acceptMorningEmail({ ...services, adminEmail: services.config.admin.email }, Date.now())
