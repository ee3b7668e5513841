import { expect } from '@playwright/test'
import { importsPath } from '#app/domain/newsletter/imports/subscriber-import.ts'
import { subscribersPath } from '#app/domain/newsletter/subscriber.ts'
import { importPage, importsPage } from '#content/pages/admin-imports.ts'
import { subscribersPage as words } from '#app/routes/admin/subscribers/words.ts'
import { testOnAdminSite } from '#tests/support/sites.ts'
import { isLong } from '#tests/support/timing.ts'
import { signInAsAdminIn } from '../support/admin.ts'
import { expectFineInEveryLook, firstLook } from '../support/axe.ts'
import { fillDashboard } from '../support/filled-dashboard.ts'

const test = testOnAdminSite({ fill: fillDashboard })

test.use(firstLook)

test('axe finds nothing on an open row, invalid addresses, questions and an undo', async ({ page }) => {
  await signInAsAdminIn(page)
  await page.goto(subscribersPath)
  await page
    .getByRole('button', { name: new RegExp(`^${words.edit}`) })
    .first()
    .click()
  await expectFineInEveryLook(page)
  await page.locator('.editing').getByLabel(words.email).fill('not an address')
  await page.getByRole('button', { name: words.save }).click()
  await expect(page.locator('.editing').getByText('Error:')).toBeAttached()
  await expectFineInEveryLook(page)
  await page.locator('.editing').getByRole('button', { name: words.delete }).click()
  await expect(page.getByRole('button', { name: words.undo })).toBeVisible()
  await expectFineInEveryLook(page)
  await page.getByRole('button', { name: words.undo }).click()
  await expect(page.getByRole('button', { name: words.undo })).toHaveCount(0)
  for (const email of isLong ? ['left@example.net', 'bounced@example.net'] : ['left@example.net']) {
    // Reloaded, so that the previous response does not replace the input.
    await page.goto(`${subscribersPath}?q=a.`)
    await page.getByRole('textbox', { name: words.email, exact: true }).fill(email)
    await page.getByRole('button', { name: words.addButton }).click()
    await expect(page.getByRole('status').filter({ hasText: email })).toBeVisible()
    await expectFineInEveryLook(page)
  }
})

test('axe finds nothing on a file before and after its import, and on its report', async ({ page }) => {
  await signInAsAdminIn(page)
  await page.goto(importsPath)
  await page.getByRole('button', { name: importsPage.check }).click()
  await expect(page.getByText(importsPage.choose)).toBeVisible()
  await expectFineInEveryLook(page)
  await page.getByLabel(importsPage.file).setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`email\nnew@example.com\nleft@example.net\nnobody\n${'long'.repeat(50)}`),
  })
  await page.getByRole('button', { name: importsPage.check }).click()
  await expect(page.getByRole('button', { name: importPage.import(1) })).toBeVisible()
  await expectFineInEveryLook(page)
  await page.getByRole('button', { name: importPage.import(1) }).click()
  await expect(page.getByText(importPage.done(1))).toBeVisible()
  await expectFineInEveryLook(page)
  await page.getByRole('link', { name: importPage.report }).click()
  await expect(page.locator('tbody tr')).toHaveCount(4)
  await expectFineInEveryLook(page)
})
