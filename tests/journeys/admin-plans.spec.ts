import type { Page } from '@playwright/test'
import { adminNewPlan as words, planWords } from '#content/pages/admin-plans.ts'
import { adminCalendar } from '#content/pages/admin-appointments.ts'
import { clinicOfThree, workdayAhead } from '#tests/support/calendar.ts'
import { testOnItsOwnAdminSite } from '#tests/support/sites.ts'
import { signInAsAdminIn } from '#tests/support/admin.ts'
import { expectNoAxeFindings } from '#tests/support/axe.ts'
import { expect, watching, expectHydrated } from '#tests/support/browser-site.ts'

const test = testOnItsOwnAdminSite({
  fill: async (site) => {
    site.setBooking?.(clinicOfThree)
  },
}).extend(watching)

test.use({ viewport: { width: 1440, height: 1000 } })

const path = '/admin/plans/new?template=abhyangam-5-times'

/** Not today, of which an unknown part is over. */
async function chooseFirst(page: Page) {
  await page.getByLabel(words.from).fill(workdayAhead(7).toString())
  await page.getByRole('button', { name: words.propose }).click()
  await page.getByRole('button', { name: words.proposals.takeName(words.proposals.kinds.soonest) }).click()
  await expect(page.getByRole('heading', { name: words.days.heading })).toBeVisible()
}

async function book(page: Page) {
  await page.getByLabel('Name', { exact: true }).fill('Helen Marsh')
  await page.getByLabel('Phone', { exact: true }).fill('(205) 555-0136')
  await page.getByRole('button', { name: words.button }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Helen Marsh')
  await expect(page.getByText(planWords.done.booked)).toBeVisible()
}

/** When a day is to take place. */
const row = (page: Page, number: number) => page.locator(`#day-${number} .num`)
const event = (page: Page, number: number) => page.locator(`[data-appointment="day-${number}"]`)

test('days of a proposal are dragged and moved by keyboard, and all are booked', async ({ page }) => {
  await signInAsAdminIn(page)
  await page.goto(path)
  await expectHydrated(page)
  await chooseFirst(page)
  const before = await row(page, 1).innerText()
  await event(page, 1).scrollIntoViewIfNeeded()
  const { x, y } = (await event(page, 1).boundingBox())!
  await page.mouse.move(x + 10, y + 10)
  await page.mouse.down()
  // An hour is 80 pixels.
  await page.mouse.move(x + 10, y + 10 + 80, { steps: 4 })
  await expect(page.locator('.cal-lift')).toContainText(adminCalendar.moving.fits.free)
  await page.mouse.up()
  await expect(row(page, 1)).not.toHaveText(before)
  const dragged = await row(page, 1).innerText()
  await event(page, 1).focus()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Escape')
  await expect(row(page, 1)).toHaveText(dragged)
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Enter')
  await expect(row(page, 1)).not.toHaveText(dragged)
  await expectNoAxeFindings(page)
  await book(page)
  await expectNoAxeFindings(page)
})

test(
  'without scripts, a day gets another time by Change',
  { tag: '@long' },
  async ({ pageWithoutScripts: page, site }) => {
    await signInAsAdminIn(page, site)
    await page.goto(`${site.url}${path}`)
    await chooseFirst(page)
    const before = await row(page, 2).innerText()
    await page.getByRole('button', { name: words.days.changeName(2) }).click()
    await page.getByLabel(words.days.other(2)).selectOption({ index: 3 })
    await page.getByRole('button', { name: words.days.use }).click()
    await expect(row(page, 2)).not.toHaveText(before)
    await book(page)
  },
)

test('all days of a plan are moved at once, and moved back', { tag: '@long' }, async ({ page }) => {
  await signInAsAdminIn(page)
  await page.goto(path)
  await expectHydrated(page)
  await chooseFirst(page)
  await book(page)
  const times = page.locator('td:nth-child(2)')
  const before = await times.allTextContents()
  await page.getByRole('link', { name: planWords.moveAll.link(5) }).click()
  await page.getByLabel(words.from).fill(workdayAhead(20).toString())
  await page.getByRole('button', { name: words.propose }).click()
  await expect(page).toHaveURL(/from=/)
  await expectNoAxeFindings(page)
  await page.getByRole('button', { name: planWords.moveAll.button }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Helen Marsh')
  await expect(times).not.toHaveText(before)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(planWords.done.movedBack(5))).toBeVisible()
  await expect(times).toHaveText(before)
})
