import { randomUUID } from 'node:crypto'
import { look } from '#tests/support/databases.ts'
import { makePlan } from '#tests/support/plans.ts'
import { buttonsIn, formWith } from '#tests/support/visitor.ts'
import { book } from './appointment-acts.ts'
import type { ActByHand, Admin, Site } from './acts-by-hand.ts'

const path = '/admin/plans'

/** A plan of one day. */
async function putPlan(admin: Admin, site: Site) {
  const { id } = await book(admin)
  return `${path}/${await look(site, (db) => makePlan(db, [id]))}`
}

export const planActs: ActByHand[] = [
  {
    act: 'appointment.booked',
    route: 'appointments/new-plan.tsx',
    async press(admin) {
      const caller = { name: 'Plan Caller', phone: '(205) 555-7777' }
      const proposed = await admin.post(`${path}/new`, { template: 'abhyangam-5-times', intent: 'propose' })
      const html = await proposed.text()
      const take = buttonsIn(html, 'press').find((value) => value.startsWith('take:'))!
      const chosen = await admin.post(`${path}/new`, { ...formWith(html, 'phone').fields, intent: '', press: take })
      const { fields } = formWith(await chosen.text(), 'phone')
      return admin.post(`${path}/new`, { ...fields, ...caller, intent: 'book' })
    },
  },
  {
    act: 'appointment.cancelled',
    route: 'plans/plan.tsx',
    press: async (admin, site) => admin.post(await putPlan(admin, site), { intent: 'cancel-plan' }),
  },
  {
    act: 'appointment.moved',
    route: 'plans/move-plan.tsx',
    async press(admin, site) {
      const move = `${await putPlan(admin, site)}/move`
      return admin.post(move, formWith(await (await admin.get(move)).text(), 'days').fields)
    },
  },
  {
    act: 'plan.prepaid',
    route: 'plans/plan.tsx',
    press: async (admin, site) => admin.post(await putPlan(admin, site), { intent: 'prepaid' }),
  },
  {
    act: 'plan.not-prepaid',
    route: 'plans/plan.tsx',
    async press(admin, site) {
      const plan = await putPlan(admin, site)
      await admin.post(plan, { intent: 'prepaid' })
      return admin.post(plan, { intent: 'not-prepaid' })
    },
  },
  {
    act: 'plan.paid-back',
    route: 'plans/plan.tsx',
    async press(admin, site) {
      const plan = await putPlan(admin, site)
      const [paid, back] = [randomUUID(), randomUUID()]
      await admin.post(plan, { intent: 'prepaid', amount: '700', key: paid })
      return admin.post(plan, { intent: 'pay-back', back: '100', key: back })
    },
  },
]
