import { releaseHour } from '#app/domain/booking/change.server.ts'
import type { Payload } from '#app/queue/payloads.ts'
import type { Services } from '#app/services.server.ts'

/** Three minutes after a cancellation its time is on offer again, unless it was taken back. */
export const releaseHourJob = (services: Services, { appointmentId }: Payload<'release-hour'>) =>
  releaseHour(services, appointmentId, Date.now())
