import type { Page } from '@playwright/test'
import { adminCalendar } from '#content/pages/admin-appointments.ts'
import { look } from '#tests/support/databases.ts'
import { testOnItsOwnAdminSite } from '#tests/support/sites.ts'
import { signInAsAdminIn } from '#tests/support/admin.ts'
import { expect, watching, expectHydrated, scriptWays } from '#tests/support/browser-site.ts'

const test = testOnItsOwnAdminSite().extend(watching)

const { block: words } = adminCalendar
const day = Temporal.Now.plainDateISO('America/Chicago').add({ days: 10 })
const listIn = (weeks: number) => `/admin/appointments?view=list&day=${day.add({ weeks }).toString()}`
const lunchIn = (page: Page, weeks: number) => {
  const name = day.add({ weeks }).toLocaleString('en-US', { weekday: 'short', month: 'short', day: 'numeric' })
  return page.getByRole('listitem').filter({ hasText: 'Lunch' }).filter({ hasText: name })
}

const note = (page: Page) => page.getByRole('textbox', { name: words.note })

for (const javaScriptEnabled of scriptWays)
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
    test.use({ javaScriptEnabled })

    test(
      'lunch is blocked every other week, one of them is unblocked, and the rest ends',
      { tag: '@long' },
      async ({ page, site }) => {
        await signInAsAdminIn(page)
        await page.goto(`${listIn(0)}#block`)
        if (javaScriptEnabled) await expectHydrated(page)
        await page.getByLabel(words.from, { exact: true }).fill(day.toString())
        await page.getByLabel(words.fromTime).fill('12:00')
        await page.getByLabel(words.untilTime).fill('12:30')
        await note(page).fill('Lunch')
        await page.getByText(words.repeat.summary, { exact: true }).click()
        await page.getByLabel(words.repeat.label).selectOption(words.repeat.every(2))
        await page.getByLabel(words.repeat.until).fill(day.subtract({ days: 1 }).toString())
        await page.getByRole('button', { name: words.button }).click()
        await expect(page.getByText(words.order)).toBeVisible()
        await expect(note(page)).toHaveValue('Lunch')
        await expect(page.getByLabel(words.repeat.label)).toHaveValue('2')
        await page.getByLabel(words.repeat.until).fill('')
        await page.getByRole('button', { name: words.button }).click()
        await expect(lunchIn(page, 0)).toBeVisible()

        /** The lunches of these weeks that the list shows. */
        const listLunches = async (...weeks: number[]) => {
          const found: number[] = []
          for (const week of weeks) {
            await page.goto(listIn(week))
            if (javaScriptEnabled) await expectHydrated(page)
            if (await lunchIn(page, week).isVisible()) found.push(week)
          }
          return found
        }
        expect(await listLunches(0, 1, 2, 4)).toEqual([0, 2, 4])
        await page.goto(listIn(2))
        if (javaScriptEnabled) await expectHydrated(page)
        await lunchIn(page, 2)
          .getByRole('button', { name: /^Unblock (?!this)/ })
          .click()
        await expect(page.getByText(words.removed)).toBeVisible()
        expect(await listLunches(2, 4)).toEqual([4])
        await lunchIn(page, 4).getByRole('button', { name: words.repeat.end }).click()
        await expect(page.getByText(words.repeat.ended)).toBeVisible()
        expect(await listLunches(0, 2, 4, 6)).toEqual([0])
        const { length } = await look(site, (db) => db.selectFrom('blocks').select('id').execute())
        expect(length).toBe(1)
      },
    )
  })
