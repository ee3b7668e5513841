import { expect } from '@playwright/test'
import { patientsPage as words } from '#app/routes/admin/patients/words.ts'
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
