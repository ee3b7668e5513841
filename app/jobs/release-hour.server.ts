import { releaseHour } from '#app/domain/booking/cancel-appointment.server.ts'
import type { JobOutcome, Payload } from '#app/queue/payloads.ts'
import type { Services } from '#app/services.server.ts'

/** Three minutes after a cancellation its time is on offer again, unless it was taken back. */
export async function releaseHourJob(
  services: Services,
  { appointmentId }: Payload<'release-hour'>,
): Promise<JobOutcome> {
  const at = await releaseHour(services, appointmentId, Date.now())
  return at === undefined ? undefined : { state: 'again', at }
}
