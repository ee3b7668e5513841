import { expect, test } from 'vitest'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { listPlanTemplates, plansOnOffer } from './plan-template.ts'

const titles = ['Panchakarma, 7 days', 'Panchakarma, 21 days', 'Abhyangam, 5 times']

/** The delivered content with another value of some fields of a service. */
const withService = (id: string, more: object) => ({
  list: ((name: 'services') =>
    deliveredContent
      .list(name)
      .map((entry) => (entry.id === id ? { ...entry, ...more } : entry))) as typeof deliveredContent.list,
})

test('a Panchakarma of seven and of twenty-one days and five Abhyangam are on offer, a day for each treatment', () => {
  const plans = plansOnOffer(deliveredContent)
  expect(plans.map(({ title }) => title)).toEqual(titles)
  expect(plans.map(({ days }) => days.length)).toEqual([7, 21, 5])
  expect(plans[2]!.days[0]).toEqual({ serviceId: 'abhyangam', needs: { together: 1 }, gap: { least: 2, most: 4 } })
})

test('a plan with a service that is not on offer is booked by the clinic only', () => {
  const content = withService('abhyangam', { available: false })
  expect(plansOnOffer(content).map(({ title }) => title)).toEqual(titles.slice(0, 2))
  expect(listPlanTemplates(content).map(({ title }) => title)).toEqual(titles)
})
