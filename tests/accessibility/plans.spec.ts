import { adminNewPlan, plansPage, planWords } from '#content/pages/admin-plans.ts'
import { clinicOfThree, putAppointments, workdayAhead } from '#tests/support/calendar.ts'
import { makePlan } from '#tests/support/plans.ts'
import { testOnItsOwnAdminSite } from '#tests/support/sites.ts'
import { isLong } from '#tests/support/timing.ts'
import { expect } from '@playwright/test'
import { signInAsAdminIn } from '#tests/support/admin.ts'
import { expectFineInEveryLook, firstLook } from '#tests/support/axe.ts'

const test = testOnItsOwnAdminSite({
  fill: async (site) => {
    site.setBooking?.(clinicOfThree)
  },
})

test.use(firstLook)

const day = workdayAhead(7)
const monday = day.subtract({ days: day.dayOfWeek - 1 })

test('axe finds nothing on plans, on one that needs attention, and on bars of the calendar', async ({ page, site }) => {
  const on = (days: number, state: 'confirmed' | 'cancelled' = 'confirmed') => ({
    ...{ day: monday.add({ days }), start: '10:00', person: 'daniel', room: 'neem', name: 'Helen Marsh', state },
  })
  const ids = await putAppointments(site.database!, [on(0), on(1, 'cancelled'), on(2), on(4), on(7)])
  const plan = await makePlan(site.database!.db, ids)
  await signInAsAdminIn(page)
  await page.goto('/admin/plans')
  await expect(page.getByText(plansPage.attention(1))).toBeVisible()
  await expectFineInEveryLook(page)
  await page.goto(`/admin/plans/${plan}`)
  await page.getByLabel(planWords.prepaid.amount).fill('a lot')
  await page.getByRole('button', { name: planWords.prepaid.mark }).click()
  await expect(page.getByText(planWords.prepaid.invalid)).toBeVisible()
  await expectFineInEveryLook(page)
  await page.getByLabel(planWords.prepaid.amount).fill('700')
  await page.getByRole('button', { name: planWords.prepaid.mark }).click()
  await expect(page.getByText(planWords.done.prepaid)).toBeVisible()
  await expect(page.getByRole('heading', { name: planWords.prepaid.back.heading })).toBeVisible()
  await expectFineInEveryLook(page)
  for (const view of isLong ? ['week', 'day'] : ['week']) {
    await page.goto(`/admin/appointments?view=${view}&day=${monday.toString()}`)
    await expectFineInEveryLook(page)
  }
})

test('axe finds nothing on proposals, on chosen days, and on a day that is changed', async ({ page }) => {
  await signInAsAdminIn(page)
  await page.goto('/admin/plans/new?template=panchakarma-7-days')
  await page.getByLabel(adminNewPlan.from).fill(day.toString())
  await page.getByRole('button', { name: adminNewPlan.propose }).click()
  await expect(page.getByRole('heading', { name: adminNewPlan.proposals.heading })).toBeVisible()
  await expectFineInEveryLook(page)
  await page.getByRole('button', { name: adminNewPlan.proposals.take }).first().click()
  await page.getByRole('button', { name: adminNewPlan.days.changeName(3) }).click()
  await expect(page.getByLabel(adminNewPlan.days.other(3))).toBeVisible()
  await page.getByRole('button', { name: adminNewPlan.button }).click()
  await expect(page.getByText('Enter the patient’s name.')).toBeVisible()
  await expectFineInEveryLook(page)
})
