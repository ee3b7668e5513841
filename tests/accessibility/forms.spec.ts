import { expect, type Page } from '@playwright/test'
import { adminForms } from '#content/pages/admin-appointments.ts'
import { formPage as words } from '#content/pages/form.ts'
import { signInAsAdmin, signInAsAdminIn } from '#tests/support/admin.ts'
import { bookOnline } from '#tests/support/booking.ts'
import { intake, publishForm } from '#tests/support/clinic-forms.ts'
import { look } from '#tests/support/databases.ts'
import { testOnItsOwnAdminSite } from '#tests/support/sites.ts'
import { expectFineInEveryLook, firstLook } from '#tests/support/axe.ts'
import { expectHydrated } from '#tests/support/browser-site.ts'

const test = testOnItsOwnAdminSite()

test.use(firstLook)

const patient = { name: 'Maya Thomas', email: 'maya@example.com', phone: '(205) 555-0187', health: 'tired' }

async function drawOn(page: Page) {
  const pad = page.getByRole('img', { name: words.signature.draw })
  await pad.scrollIntoViewIfNeeded()
  const { x, y } = (await pad.boundingBox())!
  await page.mouse.move(x + 20, y + 20)
  await page.mouse.down()
  await page.mouse.move(x + 120, y + 60, { steps: 8 })
  await page.mouse.up()
}

test('axe finds nothing on a form to fill in, with errors, with a drawing, once signed, and where the clinic sees it', async ({
  page,
  site,
}) => {
  await publishForm(await signInAsAdmin(site))
  const { link } = await bookOnline(site, patient)
  await page.goto(link)
  await expectFineInEveryLook(page)
  await page.goto(`${link}/forms/intake`)
  await expectFineInEveryLook(page)
  await page.getByRole('button', { name: words.sign }).click()
  await expect(page.getByRole('textbox', { name: intake.fields[0]!.label })).toBeFocused()
  await expectFineInEveryLook(page)
  await page.getByRole('textbox', { name: intake.fields[0]!.label }).fill('A sore knee')
  await page.getByRole('radio', { name: words.no, exact: true }).check()
  await drawOn(page)
  await expect(page.getByRole('button', { name: words.signature.clear })).toBeVisible()
  await expectFineInEveryLook(page)
  await page.getByRole('button', { name: words.sign }).click()
  await expect(page.getByText(words.done)).toBeVisible()
  await expectFineInEveryLook(page)

  const { appointmentId } = await look(site, (db) =>
    db.selectFrom('signedForms').select('appointmentId').executeTakeFirstOrThrow(),
  )
  await signInAsAdminIn(page, site)
  await page.goto(`/admin/appointments/${appointmentId}`)
  await page.getByRole('button', { name: adminForms.openNamed('Intake') }).click()
  await expect(page.getByText('A sore knee')).toBeVisible()
  await expectFineInEveryLook(page)
})

test('axe finds nothing on the clinic’s forms and on the editor of one', async ({ page, site }) => {
  const path = await publishForm(await signInAsAdmin(site))
  await signInAsAdminIn(page, site)
  await page.goto('/admin/forms')
  await expect(page.getByRole('link', { name: 'Intake' }).first()).toBeVisible()
  await expectFineInEveryLook(page)
  await page.goto(path)
  await expectHydrated(page)
  await expectFineInEveryLook(page, { exclude: 'iframe' })
})
