import type { Lists } from '#app/domain/content/content-record.ts'
import { servicesOnOffer } from '#app/domain/catalogue/services.ts'
import type { Draft } from './drafts.server.ts'
import { findPlanOnOffer } from '#app/domain/booking/plans/plan-template.ts'
import { bookingForm } from '#app/domain/booking/forms/patient-forms.server.ts'

export type DraftObstacle = 'not-offered' | 'incomplete'

/** Why a draft must be edited before choosing a time: the service is no longer offered, or the form has changed. */
export function findObstacle({ serviceId, planId, patient }: Draft, content: Lists): DraftObstacle | undefined {
  if (!servicesOnOffer(content).some(({ id }) => id === serviceId)) return 'not-offered'
  if (planId !== undefined && !findPlanOnOffer(content, planId)) return 'not-offered'
  return bookingForm.safeParse(patient).success ? undefined : 'incomplete'
}

/** The form, where the patient edits the draft and sees why. */
export const draftEditPath = ({ serviceId, planId }: Pick<Draft, 'serviceId' | 'planId'>) =>
  `/booking${serviceId && `/${encodeURIComponent(serviceId)}`}?edit${planId === undefined ? '' : `&plan=${encodeURIComponent(planId)}`}`
