import type { Weekday } from '#app/domain/clinic/clinic.ts'
import type { Entry, Lists } from '#app/domain/content/content-record.ts'
import { findService, servicesOnOffer } from '#app/domain/catalogue/services.ts'
import type { DayNeeds } from '#app/domain/booking/service-needs.ts'

/** One day of a template. */
export type TemplateDay = {
  serviceId: string
  needs: DayNeeds
  /** Since the day before, in days on which something can be given; of the first day nothing. */
  gap: { least: number; most: number }
  /** '09:00' on the clinic's clock: it begins no earlier, and is over by then. */
  earliest?: string | undefined
  latest?: string | undefined
}

/** Several days of treatments that are booked together. */
export type PlanTemplate = {
  id: string
  title: string
  /** Whether one person gives all of it. */
  samePerson: boolean
  /** Days of the week on which nothing is given. */
  daysOff: readonly Weekday[]
  days: readonly TemplateDay[]
}

export type PlanOnOffer = PlanTemplate & Pick<Entry<'plan-templates'>, 'summary' | 'description' | 'price'>

/** What can be booked online: each of its services has to be on offer. */
export function plansOnOffer(content: Lists): PlanOnOffer[] {
  const offered = new Set(servicesOnOffer(content).map(({ id }) => id))
  return content
    .list('plan-templates')
    .filter(({ available, archived }) => available && !archived)
    .map(toPlan)
    .filter(({ days }) => days.every(({ serviceId }) => offered.has(serviceId)))
}

export const findPlanOnOffer = (content: Lists, id: string | undefined) =>
  plansOnOffer(content).find((plan) => plan.id === id)

/** What staff can book: also what is not offered online. */
export const listPlanTemplates = (content: Lists): PlanOnOffer[] =>
  content
    .list('plan-templates')
    .filter(({ archived }) => !archived)
    .map(toPlan)
    .filter(({ days }) => days.every(({ serviceId }) => findService(content, serviceId) !== undefined))

function toPlan({ steps, ...entry }: Entry<'plan-templates'>): PlanOnOffer {
  const { id, title, summary, description, price, samePerson, daysOff } = entry
  const days = steps.flatMap((step) => Array.from({ length: step.times }, () => toDay(step)))
  return { id, title, summary, description, price, samePerson, daysOff, days }
}

type Step = Entry<'plan-templates'>['steps'][number]

const toDay = ({ service, gapFrom, gapTo, earliest, latest, minutes, together, people, rooms }: Step): TemplateDay => ({
  serviceId: service,
  needs: {
    together,
    ...(minutes > 0 && { minutes }),
    ...(people.length > 0 && { practitioners: people }),
    ...(rooms.length > 0 && { rooms }),
  },
  gap: { least: gapFrom, most: gapTo },
  ...(earliest !== 'any' && { earliest }),
  ...(latest !== 'any' && { latest }),
})
