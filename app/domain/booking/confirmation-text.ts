import type { Content } from '#app/domain/content/content-record.ts'
import { fillInAlso } from '#app/domain/content/fill-in-also.ts'
import type { Promises } from '#content/pages/page.ts'

/** How the patient hears that it is booked. */
export function toConfirmationText(
  { heading, text, otherHeading, kept, hosted }: Content<'booking'>['confirmation'],
  { keepsEmails, schedulerHost }: Promises,
) {
  if (schedulerHost) return { heading: otherHeading, text: fillInAlso(hosted, { host: schedulerHost }) }
  return keepsEmails ? { heading: otherHeading, text: kept } : { heading, text }
}
