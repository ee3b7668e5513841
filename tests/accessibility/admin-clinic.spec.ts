import { expect } from '@playwright/test'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicAdminPage as words } from '#content/pages/admin-clinic.ts'
import { testOnAdminSite } from '#tests/support/sites.ts'
import { signInAsAdminIn } from '../support/admin.ts'
import { expectFineInEveryLook, firstLook } from '../support/axe.ts'
import { product } from '../support/shopper.ts'

const test = testOnAdminSite()

const inDays = (days: number) => Temporal.Now.plainDateISO(clinicTimeZone).add({ days }).toString()

test.use(firstLook)

test('axe finds nothing on a closed clinic, with a notice, questions, errors and a conflicting tab', async ({
  page,
  context,
}) => {
  await signInAsAdminIn(page)
  await page.goto('/admin/clinic')
  const overtaken = await context.newPage()
  await overtaken.goto('/admin/clinic')

  const closures = page.getByRole('region', { name: words.closures.heading, exact: true })
  const close = async (days: number, reason: string) => {
    await closures.getByLabel(words.closures.firstDay).fill(inDays(days))
    await closures.getByLabel(words.closures.lastDay).fill(inDays(days + 1))
    await closures.getByLabel(words.closures.reason).fill(reason)
    await closures.getByLabel(words.closures.tell).check()
    await closures.getByRole('button', { name: words.closures.button }).click()
  }
  await close(0, 'a-very-long-reason-without-any-space-'.repeat(3))
  await expect(closures.getByRole('status')).toBeVisible()
  await expectFineInEveryLook(page)
  for (const path of ['/', '/contact']) {
    await page.goto(path)
    await expectFineInEveryLook(page)
  }
  await page.goto('/admin/clinic')
  await close(10, 'Training')
  await expect(closures.getByRole('button', { name: words.closures.replace })).toBeVisible()

  // Every form is open, and some have errors.
  await page.locator(`#product-${product.id} summary`).click()
  await page.locator(`#product-${product.id}`).getByLabel(words.products.price).fill('abc')
  await page.locator(`#product-${product.id}`).getByRole('button', { name: words.save }).click()
  await expect(page.locator(`#product-${product.id} .err`)).toBeVisible()
  for (const change of [words.hours.change, words.phones.change, words.emails.change, words.address.change])
    await page.getByText(change).click()
  await page.locator('#address').getByLabel(words.address.street).fill('12 Oak Street')
  await page.locator('#address').getByLabel(words.address.city).fill('')
  await page.locator('#address').getByLabel(words.address.postalCode).fill('!')
  await page.locator('#address').getByRole('button', { name: words.save }).click()
  await expect(page.locator('#address .err').first()).toBeVisible()
  await expectFineInEveryLook(page)

  const notice = overtaken.getByRole('region', { name: words.notice.heading, exact: true })
  await notice.getByLabel(words.notice.text).fill('ن'.repeat(280))
  await notice.getByLabel(words.notice.until).fill(inDays(1))
  await notice.getByRole('button', { name: words.save }).click()
  await expect(notice.getByRole('alert')).toContainText(words.meanwhile.error)
  await expectFineInEveryLook(overtaken)
})
