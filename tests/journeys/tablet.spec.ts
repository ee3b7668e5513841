import { expect } from '@playwright/test'
import { test } from '#tests/support/sites.ts'
import { adminForms } from '#content/pages/admin-appointments.ts'
import { formPage } from '#content/pages/form.ts'
import { tabletPage as words } from '#content/pages/tablet.ts'
import { adminSettings, signInAsAdmin, signInAsAdminIn } from '../support/admin.ts'
import { expectNoAxeFindings } from '../support/axe.ts'
import { bookByTelephone } from '../support/booking.ts'
import { publishForm } from '../support/clinic-forms.ts'
import { startSiteOn } from '../support/databases.ts'

test.setTimeout(90_000)
test.use({ actionTimeout: 15_000, viewport: { width: 820, height: 1180 } })

test('a tablet in a patient’s hands shows the form alone, and nothing once nobody touches it', async ({
  context,
  page,
}) => {
  const site = await startSiteOn('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off' })
  try {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    const admin = await signInAsAdmin(site)
    await publishForm(admin)
    const { id } = await bookByTelephone(admin, 1)
    const appointment = `${site.url}/admin/appointments/${id}`
    await signInAsAdminIn(page, site)
    const elsewhere = await context.newPage()
    await elsewhere.goto(`${site.url}/admin/patients`)
    // Something typed there does not keep it in view.
    await elsewhere.getByRole('searchbox').first().fill('Patient')
    const publicTab = await context.newPage()
    await publicTab.goto(`${site.url}/contact`)
    await page.bringToFront()
    await page.goto(`${site.url}/contact`)
    await page.goto(appointment)
    await page.getByRole('button', { name: adminForms.fillInNamed('Intake') }).click()
    const question = page.getByRole('textbox', { name: 'What brings you?' })
    await expect(question).toBeVisible()
    await expectNoAxeFindings(page)
    for (const tab of [elsewhere, publicTab])
      await expect(tab.getByRole('textbox', { name: 'What brings you?' })).toBeVisible()
    await elsewhere.close()
    await publicTab.close()
    // Back, twice: the appointment, and a page that the browser had stored.
    for (const _ of ['the appointment', 'the page before']) {
      await page.goBack()
      await expect(question).toBeVisible()
    }
    const untilSaved = () => page.waitForResponse((answer) => answer.url().endsWith('/tablet/draft') && answer.ok())
    // Typed before the script of the page has arrived.
    const { promise: isTyped, resolve: sendScript } = Promise.withResolvers<void>()
    await page.route('**/tablet.js', (route) => isTyped.then(() => route.continue()))
    await page.reload({ waitUntil: 'commit' })
    const isSaved = untilSaved()
    await question.fill('A sore')
    sendScript()
    await isSaved
    await page.reload()
    await expect(question).toHaveValue('A sore')
    await page.clock.install()
    await page.reload()
    const isSavedAgain = untilSaved()
    await question.fill('A sore knee')
    await page.clock.runFor(20_000)
    await isSavedAgain
    await page.reload()
    await expect(question).toHaveValue('A sore knee')
    await question.fill('A sore knee, since May')
    await page.clock.fastForward('03:01')
    await expect(page.getByRole('heading', { name: words.over.title })).toBeVisible()
    await expect(page.locator('body')).not.toContainText('sore knee')
    await expectNoAxeFindings(page)
    // Nothing is offered for the fields, and what is typed does not show.
    const password = page.getByRole('textbox', { name: words.password })
    await expect(password).toHaveCSS('-webkit-text-security', 'disc')
    await page.getByRole('textbox', { name: words.email }).fill(adminSettings.ADMIN_EMAIL)
    await password.fill(adminSettings.ADMIN_PASSWORD)
    await page.getByRole('button', { name: words.button, exact: true }).click()
    await page.waitForURL(appointment)
    await page.getByRole('button', { name: adminForms.fillInNamed('Intake') }).click()
    await expect(question).toHaveValue('A sore knee, since May')
    await expect(page.getByRole('button', { name: formPage.sign })).toBeVisible()
    await page.getByRole('button', { name: words.leave }).click()
    await expect(page.getByRole('heading', { name: words.open.title })).toBeVisible()
    await page.getByRole('link', { name: words.back }).click()
    await expect(question).toHaveValue('A sore knee, since May')
    expect(errors).toEqual([])
  } finally {
    await site.stop()
  }
})
