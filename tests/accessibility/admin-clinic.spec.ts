import { expect } from '@playwright/test'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicAdminPage as words } from '#content/pages/admin-clinic.ts'
import { admin } from '#content/pages/admin.ts'
import { testOnAdminSite } from '#tests/support/sites.ts'
import { isLong } from '#tests/support/timing.ts'
import { signInAsAdminIn } from '#tests/support/admin.ts'
import { expectFineInEveryLook, firstLook } from '#tests/support/axe.ts'
import { expectHydrated } from '#tests/support/browser-site.ts'
import { product } from '#tests/support/catalogue.ts'
import { rejectedWords } from '#app/routes/admin/rejected-words.ts'

const test = testOnAdminSite()

const inDays = (days: number) => Temporal.Now.plainDateISO(clinicTimeZone).add({ days }).toString()

test.use(firstLook)

test('axe finds nothing on a closed clinic, with a notice, questions, errors and a conflicting tab', async ({
  page,
  context,
}) => {
  await signInAsAdminIn(page)
  await page.goto('/admin/clinic')
  await expectFineInEveryLook(page)
  await page.goto('/admin/clinic#closures')
  const overtaken = await context.newPage()
  await overtaken.goto('/admin/clinic#notice')
  // A page behind another may draw no frames, for which a click waits.
  await page.bringToFront()

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
  for (const path of isLong ? ['/', '/contact'] : ['/']) {
    await page.goto(path)
    await expectFineInEveryLook(page)
  }
  await page.goto('/admin/clinic#closures')
  await close(10, 'Training')
  await expect(closures.getByRole('button', { name: words.closures.replace })).toBeVisible()

  // Sections without an open form, with errors, and one with words that are not saved.
  await page.getByRole('heading', { name: words.products.heading, exact: true }).click()
  await page.locator(`#product-${product.id} summary`).click()
  await page.locator(`#product-${product.id}`).getByLabel(words.products.price).fill('abc')
  await page.locator(`#product-${product.id}`).getByRole('button', { name: words.save }).click()
  await expect(page.locator(`#product-${product.id} .err`)).toBeVisible()
  await expectFineInEveryLook(page)
  for (const { heading } of [words.hours, words.phones, words.emails, words.address])
    await page.getByRole('heading', { name: heading, exact: true }).click()
  await page.locator('#address').getByLabel(words.address.street).fill('12 Oak Street')
  await page.locator('#address').getByLabel(words.address.city).fill('')
  await page.locator('#address').getByLabel(words.address.postalCode).fill('!')
  await page.locator('#address').getByRole('button', { name: words.save }).click()
  await expect(page.locator('#address .err').first()).toBeVisible()
  await expectFineInEveryLook(page)

  await overtaken.bringToFront()
  const notice = overtaken.getByRole('region', { name: words.notice.heading, exact: true })
  await notice.getByLabel(words.notice.text).fill('ن'.repeat(280))
  await notice.getByLabel(words.notice.until).fill(inDays(1))
  await notice.getByRole('button', { name: words.save }).click()
  await expect(notice.getByRole('alert')).toContainText(words.meanwhile.error)
  await expectFineInEveryLook(overtaken)
})

test('what was typed on a page that breaks is shown, and is back in its fields after trying again', async ({
  page,
}) => {
  await signInAsAdminIn(page)
  await page.goto('/admin/clinic#notice')
  await expectHydrated(page)
  const notice = page.getByRole('region', { name: words.notice.heading, exact: true })
  await notice.getByLabel(words.notice.text).fill('Not sent yet.')
  await page.getByRole('heading', { name: words.reminder.heading, exact: true }).click()
  // The page cannot be rendered with these data.
  await page.route(/clinic\.data/, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 })
    await route.fulfill({ response, body: (await response.text()).replaceAll('"saved"', '"unknown"') })
  })
  await page.locator('#reminder').getByRole('button', { name: words.save }).click()
  const kept = page.getByRole('region', { name: rejectedWords.typed, exact: true })
  await expect(kept.getByRole('textbox')).toHaveValue(`${words.notice.text}: Not sent yet.`)
  await expectFineInEveryLook(page)

  await page.unroute(/clinic\.data/)
  await kept.getByRole('button', { name: admin.tryAgain }).click()
  await notice.getByRole('heading').click()
  await expect(notice.getByLabel(words.notice.text)).toHaveValue('Not sent yet.')
})
