import { withScripts } from '#tests/support/browser-site.ts'
import type { Page } from '@playwright/test'
import { movePlanPage, planDays } from '#content/pages/appointment.ts'
import { planPage } from '#content/pages/booking.ts'
import { expect, test } from '../support/browser-site.ts'

const title = 'Abhyangam, 5 times'

async function begin(page: Page, email: string) {
  await page.goto('/services/abhyangam')
  await page.getByRole('link', { name: title }).click()
  await page.getByLabel('Name').fill('Maya Thomas')
  await page.locator('[name=email]').first().fill(email)
  await page.getByLabel('Phone').fill('(205) 555-0123')
  await page.getByLabel('Present health condition').fill('well')
  await page.getByRole('button', { name: planPage.button }).click()
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  withScripts(
    'a plan is chosen, one of its days put elsewhere, booked, and canceled whole',
    { tag: '@long' },
    async (page) => {
      await begin(page, `plan-${Math.random()}@example.com`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(planPage.title)
      await page.getByRole('link', { name: planPage.choose }).last().click()
      const third = page.locator('#day-3 .num')
      const before = await third.textContent()
      await page.getByRole('link', { name: planPage.otherOf(3) }).click()
      await page
        .getByRole('group', { name: planPage.others(3) })
        .locator('.slot')
        .last()
        .click()
      await expect(third).not.toHaveText(before!)
      await page.getByRole('button', { name: planPage.book(5) }).click()

      await expect(page.getByRole('heading', { name: planDays.heading(1, 5) })).toBeVisible()
      const days = page.getByRole('region', { name: planDays.heading(1, 5) })
      await expect(days.getByRole('listitem')).toHaveCount(5)
      await days.getByRole('button', { name: planDays.cancel(5) }).click()
      await expect(days).toContainText(planDays.progress({ done: 0, left: 0, missed: 5 }))
      await page.getByRole('button', { name: 'Undo the cancellation' }).click()
      await expect(days).toContainText(planDays.progress({ done: 0, left: 5, missed: 0 }))
    },
  )
  withScripts('all days of a plan are moved together', { tag: '@long' }, async (page) => {
    await begin(page, `move-plan-${Math.random()}@example.com`)
    await page.getByRole('link', { name: planPage.choose }).last().click()
    await page.getByRole('button', { name: planPage.book(5) }).click()
    const days = page.getByRole('region', { name: planDays.heading(1, 5) })
    const before = await days.locator('.num').allTextContents()
    await days.getByRole('link', { name: planDays.move(5) }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(movePlanPage.title)
    await page.getByRole('link', { name: planPage.choose }).first().click()
    await page.getByRole('button', { name: movePlanPage.button(5) }).click()
    await expect(page.getByText(planDays.moved)).toBeVisible()
    expect(await days.locator('.num').allTextContents()).not.toEqual(before)
  })
})
