import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { appointmentAddress as words } from '#content/letters.ts'
import { renderEmail } from './email-frame.tsx'

/** To an address that a patient gave: it tells nothing of the appointment. */
export const appointmentAddress = ({ clinic, confirmUrl }: { clinic: ClinicFacts; confirmUrl: string }) =>
  renderEmail({ clinic, words, parts: [{ link: { label: words.confirm, url: confirmUrl } }] })
