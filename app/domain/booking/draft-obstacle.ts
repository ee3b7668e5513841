import { servicesOnOffer } from '#app/domain/catalogue/services.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { Draft } from './drafts.server.ts'
import { bookingForm } from './patient-forms.server.ts'

export type DraftObstacle = 'not-offered' | 'incomplete'

/** Why a draft must be edited before choosing a time: the service is no longer offered, or the form has changed. */
export function findObstacle(
  { serviceId, patient }: Draft,
  facts: Pick<ClinicFacts, 'items'>,
): DraftObstacle | undefined {
  if (!servicesOnOffer(facts).some(({ id }) => id === serviceId)) return 'not-offered'
  return bookingForm.safeParse(patient).success ? undefined : 'incomplete'
}

/** The form, where the patient edits the draft and sees why. */
export const draftEditPath = ({ serviceId }: Pick<Draft, 'serviceId'>) =>
  `/booking${serviceId && `/${encodeURIComponent(serviceId)}`}?edit`
