import type { Page } from '@playwright/test'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { weekdays } from '#app/domain/clinic/clinic.ts'
import { formatDay } from '#app/domain/shared/clinic-time.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { clinicAdminPage as words } from '#content/pages/admin-clinic.ts'
import { admin as adminWords } from '#content/pages/admin.ts'
import { productsPage } from '#content/pages/products.ts'
import { textsOf } from '#tests/support/pages.ts'
import { signInAsAdminIn } from '#tests/support/admin.ts'
import { expect, test, scriptWays } from '#tests/support/browser-site.ts'
import { product } from '#tests/support/catalogue.ts'

const today = Temporal.Now.plainDateISO(clinicTimeZone)
/** Any two days: a closure may also name days on which the clinic is closed anyway. */
const thursday = today.add({ days: ((4 - today.dayOfWeek + 7) % 7) + 7 })
const friday = thursday.add({ days: 1 })
const formatInWords = (day: Temporal.PlainDate) => formatDay(day, today)

/** Opens the page from the phone's bottom bar. */
async function openClinic(page: Page) {
  await signInAsAdminIn(page)
  await page.goto('/admin')
  await page.getByRole('navigation', { name: adminWords.sections }).getByText(adminWords.more, { exact: true }).click()
  await page.getByRole('link', { name: words.title, exact: true }).last().click()
  await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible()
}

const part = (page: Page, heading: string) => page.getByRole('region', { name: heading, exact: true })

/** Opens a section of the page, which closes the one that was open. */
async function openPart(page: Page, heading: string) {
  const section = part(page, heading)
  await section.getByRole('heading', { name: heading, exact: true }).click()
  return section
}

const notice = (page: Page) => page.getByRole('region', { name: textsOf('site').noticeLabel, exact: true })

for (const javaScriptEnabled of scriptWays)
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test(
      'the admin closes the clinic for two days, visitors see the notice, and the admin removes the closure',
      { tag: '@long' },
      async ({ page }) => {
        await openClinic(page)
        const closures = await openPart(page, words.closures.heading)
        await closures.getByLabel(words.closures.firstDay).fill(thursday.toString())
        await closures.getByLabel(words.closures.lastDay).fill(friday.toString())
        await closures.getByLabel(words.closures.reason).fill('Thanksgiving')
        await closures.getByLabel(words.closures.tell).check()
        await closures.getByRole('button', { name: words.closures.button }).click()
        await expect(closures.getByRole('status')).toContainText(words.closures.added)
        const days = `${formatInWords(thursday)} to ${formatInWords(friday)}`
        await expect(closures.getByRole('listitem').first()).toContainText(days)

        // The text of the notice can be changed in its own section.
        const own = await openPart(page, words.notice.heading)
        await expect(own.getByLabel(words.notice.text)).toHaveValue(new RegExp(days))
        await expect(own.getByLabel(words.notice.until)).toHaveValue(friday.toString())
        await own.getByLabel(words.notice.text).fill('Happy Thanksgiving. We are back on Monday.')
        await own.getByRole('button', { name: words.save }).click()
        await expect(own.getByRole('status')).toContainText(words.saved)

        await page.goto('/')
        await expect(notice(page)).toHaveText('Happy Thanksgiving. We are back on Monday.')
        await expect(page.getByRole('banner').locator('a[href^="tel:"]').first()).toBeInViewport()
        await page.goto('/contact')
        await expect(page.getByRole('region', { name: textsOf('contact').hours.heading })).toContainText(
          `${days}: Thanksgiving`,
        )

        await page.goto('/admin/clinic#closures')
        await closures.getByRole('button', { name: words.closures.removeName(days) }).click()
        await expect(closures.getByText(words.closures.noneOfYours)).toBeVisible()
        // Its notice is removed too, even with changed text.
        await expect(own.getByRole('button', { name: words.toDefault })).toHaveCount(0)
        await page.goto('/')
        await expect(notice(page)).toHaveCount(0)
      },
    )

    test('the admin marks a product as unavailable, and as available again', { tag: '@long' }, async ({ page }) => {
      await openClinic(page)
      await openPart(page, words.products.heading)
      const row = page.locator(`#product-${product.id}`)
      await row.getByText(product.name).click()
      await row.getByLabel(words.unavailable).check()
      await row.getByRole('button', { name: words.save }).click()
      await expect(row.getByRole('status')).toContainText(words.saved)

      await page.goto('/products')
      const card = page.locator(`[id="${product.id}"]`)
      await expect(card.getByText(productsPage.notAvailable)).toBeVisible()
      await expect(card.getByRole('button')).toHaveCount(0)

      await page.goto('/admin/clinic#products')
      await row.getByText(product.name).click()
      await row.getByRole('button', { name: words.toDefault }).click()
      await expect(row.getByRole('status')).toContainText(words.isDefault)
      await page.goto('/products')
      await expect(card.getByText(formatCents(product.priceCents))).toBeVisible()
      await expect(card.getByRole('button')).toHaveCount(1)
    })

    test(
      'each section shows errors next to its fields, and preserves the input',
      { tag: '@long' },
      async ({ page }) => {
        await openClinic(page)
        const hours = await openPart(page, words.hours.heading)
        const [monday] = weekdays
        await hours.locator(`[name="${monday}-opens-0"]`).fill('18:00')
        await hours.locator(`[name="${monday}-closes-0"]`).fill('09:00')
        await hours.getByRole('button', { name: words.save }).click()
        await expect(hours.locator(`[name="${monday}-closes-0"]`)).toBeFocused()
        await expect(hours.locator('.err')).toHaveCount(1)

        await openPart(page, words.closures.heading)
        const own = await openPart(page, words.notice.heading)
        await expect(hours.getByRole('button', { name: words.save })).toBeHidden()
        await own.getByLabel(words.notice.text).fill('Not saved yet.')
        await own.getByLabel(words.notice.until).fill(today.toString())
        await openPart(page, words.products.heading)
        const row = page.locator(`#product-${product.id}`)
        await row.getByText(product.name).click()
        await row.getByLabel(words.products.price).fill('abc')
        await row.getByLabel(words.unavailable).check()
        await row.getByRole('button', { name: words.save }).click()
        await expect(row.getByLabel(words.products.price)).toHaveValue('abc')
        await expect(row.getByLabel(words.unavailable)).toBeChecked()
        await expect(row.getByLabel(words.products.price)).toBeFocused()
        if (!javaScriptEnabled) return
        await expect(own).toContainText(words.unsaved)
        await expect(part(page, words.closures.heading)).not.toContainText(words.unsaved)
        await expect(hours.locator(`[name="${monday}-opens-0"]`)).toHaveValue('18:00')
        await expect(own.getByLabel(words.notice.text)).toHaveValue('Not saved yet.')
        await expect(own.getByLabel(words.notice.until)).toHaveValue(today.toString())
      },
    )

    test('the second of two tabs shows what the first one saved', { tag: '@long' }, async ({ page, context }) => {
      await openClinic(page)
      const second = await context.newPage()
      await second.goto('/admin/clinic')
      const until = today.add({ days: 3 }).toString()
      for (const [tab, text, said] of [
        [page, 'From the first tab.', words.saved],
        [second, 'From the second tab.', words.meanwhile.error],
      ] as const) {
        const own = await openPart(tab, words.notice.heading)
        await own.getByLabel(words.notice.text).fill(text)
        await own.getByLabel(words.notice.until).fill(until)
        await own.getByRole('button', { name: words.save }).click()
        await expect(own).toContainText(said)
      }
      const own = part(second, words.notice.heading)
      await expect(own.getByRole('alert')).toContainText(words.meanwhile.error)
      await expect(own.getByRole('alert')).toContainText('From the first tab.')
      await expect(own.getByLabel(words.notice.text)).toHaveValue('From the second tab.')
      await own.getByRole('button', { name: words.save }).click()
      await expect(own.getByRole('status')).toContainText(words.saved)
      await own.getByRole('button', { name: words.toDefault }).click()
      await expect(own.getByRole('status')).toContainText(words.isDefault)
    })
  })
