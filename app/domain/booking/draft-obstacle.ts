import { servicesOnOffer } from '#app/domain/catalogue/services.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { Draft } from './drafts.server.ts'
import { bookingForm } from './patient.ts'

export type DraftObstacle = 'not-offered' | 'incomplete'

/**
 * Why no time can be chosen for a draft until its patient changed it: the clinic took the service off since, or what was
 * typed no longer fits the form.
 */
export function findObstacle(
  { serviceId, patient }: Draft,
  facts: Pick<ClinicFacts, 'items'>,
): DraftObstacle | undefined {
  if (!servicesOnOffer(facts).some(({ id }) => id === serviceId)) return 'not-offered'
  return bookingForm.safeParse(patient).success ? undefined : 'incomplete'
}

/** Where its patient changes it, and is told why. */
export const draftEditPath = ({ serviceId }: Pick<Draft, 'serviceId'>) =>
  `/booking${serviceId && `/${encodeURIComponent(serviceId)}`}?edit`
