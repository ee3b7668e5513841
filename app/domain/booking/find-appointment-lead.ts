import type { Content } from '#app/domain/content/content-record.ts'
import { fillInAlso } from '#app/domain/content/fill-in-also.ts'
import type { Promises } from '#content/pages/page.ts'

/** How a patient without a link gets back to an appointment. */
export function toFindAppointmentLead(
  { lead, kept, hosted, hostedEarlier }: Content<'find-appointment'>,
  { keepsEmails, schedulerHost }: Promises,
) {
  const elsewhere = schedulerHost ? fillInAlso(hosted, { host: schedulerHost }) : ''
  if (keepsEmails) return elsewhere || kept
  return elsewhere ? `${elsewhere} ${hostedEarlier}` : lead
}
