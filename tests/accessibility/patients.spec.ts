import { expect } from '@playwright/test'
import { patientPage, patientsPage as words } from '#app/routes/admin/patients/words.ts'
import { signInAsAdmin } from '#tests/support/admin.ts'
import { bookByTelephone } from '#tests/support/booking.ts'
import { look } from '#tests/support/databases.ts'
import { bookAppointmentOn, fillDashboard } from '#tests/support/filled-dashboard.ts'
import { testOnAdminSite } from '#tests/support/sites.ts'
import { signInAsAdminIn } from '../support/admin.ts'
import { expectFineInEveryLook, firstLook } from '../support/axe.ts'

const test = testOnAdminSite({ fill: fillDashboard })

test.use(firstLook)

test('axe finds nothing on found patients and on a record', async ({ page, site }) => {
  await bookAppointmentOn(site)
  await signInAsAdminIn(page)
  await page.goto(`${site.url}/admin/patients`)
  await page.getByLabel(words.search.label).fill('Patient 1')
  await page.getByLabel(words.search.label).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: words.found(1) })).toBeVisible()
  await expectFineInEveryLook(page)
  await page.getByRole('link', { name: 'Patient 1', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Patient 1')
  await expectFineInEveryLook(page)
})

test('axe finds nothing on people who may be the same, and once they are told apart', async ({ page, site }) => {
  const owner = await signInAsAdmin(site)
  const email = 'jane@example.com'
  for (const [n, phone] of ['(205) 555-9911', '(205) 555-9922', '(205) 555-9933'].entries())
    await bookByTelephone(owner, n, { name: n === 2 ? 'J. Doe' : 'Jane Doe', email, phone })
  const { id } = await look(site, (db) =>
    db.selectFrom('patients').select('id').where('name', '=', 'Jane Doe').executeTakeFirstOrThrow(),
  )
  await signInAsAdminIn(page)
  await page.goto(`${site.url}/admin/patients/${id}`)
  await expect(page.getByRole('heading', { name: patientPage.same.heading })).toBeVisible()
  await expectFineInEveryLook(page)
  await page.getByRole('button', { name: patientPage.same.distinctOf('Jane Doe') }).click()
  await expect(page.getByText(patientPage.done.distinct)).toBeVisible()
  await expectFineInEveryLook(page)
})
