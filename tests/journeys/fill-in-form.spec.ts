import { scriptWays } from '#tests/support/browser-site.ts'
import { formPage as words, formsOfAppointment } from '#content/pages/form.ts'
import { adminSettings, signInAsAdmin } from '../support/admin.ts'
import { expectNoAxeFindings } from '../support/axe.ts'
import { bookOnline } from '../support/booking.ts'
import { expect } from '@playwright/test'
import { test } from '#tests/support/sites.ts'
import { publishForm } from '../support/clinic-forms.ts'
import { look, startSiteOn } from '../support/databases.ts'

for (const javaScriptEnabled of scriptWays)
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test(
      `a patient fills in a form on a phone and ${javaScriptEnabled ? 'draws' : 'types'} a signature`,
      { tag: '@long' },
      async ({ page }) => {
        const site = await startSiteOn('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off' })
        try {
          await publishForm(await signInAsAdmin(site))
          const patient = { name: 'Maya Thomas', email: 'maya@example.com', phone: '(205) 555-0187', health: 'tired' }
          const { link } = await bookOnline(site, patient)
          await page.goto(site.url + link)
          await page.getByRole('link', { name: formsOfAppointment.fillIn('Intake') }).click()
          const isTooWide = () =>
            page.locator('body').evaluate((body) => body.scrollWidth > body.ownerDocument.documentElement.clientWidth)
          if (javaScriptEnabled) {
            expect(await isTooWide()).toBe(false)
            await expectNoAxeFindings(page)
          }
          await page.getByRole('button', { name: words.sign }).click()
          await expect(page.getByRole('textbox', { name: 'What brings you?' })).toBeFocused()
          await page.getByRole('textbox', { name: 'What brings you?' }).fill('A sore knee')
          await page.getByRole('checkbox', { name: 'Milk' }).check()
          await page.getByRole('radio', { name: words.no, exact: true }).check()
          if (javaScriptEnabled) {
            await expectNoAxeFindings(page)
            const pad = page.getByRole('img', { name: words.signature.draw })
            await pad.scrollIntoViewIfNeeded()
            const { x, y } = (await pad.boundingBox())!
            await page.mouse.move(x + 20, y + 20)
            await page.mouse.down()
            await page.mouse.move(x + 120, y + 60, { steps: 8 })
            await page.mouse.up()
            await expect(page.getByRole('button', { name: words.signature.clear })).toBeVisible()
          } else await page.getByRole('textbox', { name: words.signature.name }).fill('Maya Thomas')
          await page.getByRole('button', { name: words.sign }).click()
          await expect(page.getByText(words.done)).toBeVisible()
          await expect(page.getByRole('button', { name: words.copy })).toBeVisible()
          await expect(page.locator('body')).not.toContainText('sore knee')
          const signed = await look(site, (db) => db.selectFrom('signedForms').select('state').execute())
          expect(signed).toEqual([{ state: 'signed' }])
        } finally {
          await site.stop()
        }
      },
    )
  })
