import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { appointmentAddress as words } from '#content/letters.ts'
import { renderLetter } from './letter.tsx'

/** To an address that a patient gave: it tells nothing of the appointment. */
export const appointmentAddress = ({ clinic, confirmUrl }: { clinic: ClinicFacts; confirmUrl: string }) =>
  renderLetter({ clinic, words, parts: [{ link: { label: words.confirm, url: confirmUrl } }] })
