import { bookingPage } from '#content/pages/booking.ts'
import { entriesWords as words, pagesWords } from '#app/routes/admin/pages/words.ts'
import { personSchema } from '#content/schemas/person.ts'
import { roomSchema } from '#content/schemas/room.ts'
import { serviceSchema } from '#content/schemas/service.ts'
import { admin } from '#content/pages/admin.ts'
import { testOnItsOwnAdminSite } from '#tests/support/sites.ts'
import { signInAsAdminIn } from '#tests/support/admin.ts'
import { expectNoAxeFindings } from '#tests/support/axe.ts'
import { expect, watching, expectHydrated, scriptWays } from '#tests/support/browser-site.ts'

const test = testOnItsOwnAdminSite().extend(watching)

for (const javaScriptEnabled of scriptWays)
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test('the owner adds a service, changes a price, and gives a product another form', async ({ page }) => {
      await signInAsAdminIn(page)
      await page.goto('/admin/services')
      if (javaScriptEnabled) await expectHydrated(page)
      await page.getByLabel(words.name, { exact: true }).fill('Warm Evening')
      await page.getByRole('button', { name: serviceSchema.list.add }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Warm Evening')
      await page.getByLabel('Group on the Services page').selectOption('Tailored Services')
      await page.getByLabel('Length').fill('1 hr')
      await page.getByLabel('Price text').fill('$90')
      await page.getByLabel('Short text').fill('Warm oil at dusk.')
      await page.getByLabel('Description').fill('A quiet hour with warm oil.')
      if (javaScriptEnabled) await expectNoAxeFindings(page, { exclude: 'iframe' })
      await page.getByRole('button', { name: pagesWords.publish }).click()
      await expect(page.getByText(pagesWords.published('Warm Evening'))).toBeVisible()
      await page.goto('/services')
      await expect(page.getByText('A quiet hour with warm oil.')).toBeVisible()

      await page.goto('/admin/products')
      if (javaScriptEnabled) await expectNoAxeFindings(page, { exclude: 'iframe' })
      await page.getByRole('link', { name: /Triphala/ }).click()
      if (javaScriptEnabled) await expectHydrated(page)
      await page.getByLabel('Price', { exact: true }).fill('14.50')
      await page.getByRole('button', { name: pagesWords.list.add('Form') }).click()
      const added = page.getByRole('group', { name: 'Form 4' })
      await expect(page.getByLabel('Price', { exact: true })).toHaveValue('14.50')
      await added.getByLabel('Name').fill('Tea')
      await added.getByRole('button', { name: pagesWords.list.named(pagesWords.list.up, 'Form 4') }).click()
      await expect(page.getByRole('group', { name: 'Form 3' }).getByLabel('Name')).toHaveValue('Tea')
      if (javaScriptEnabled) await expectNoAxeFindings(page, { exclude: 'iframe' })
      await page.getByRole('button', { name: pagesWords.publish }).click()
      await expect(page.getByText(/Triphala.* published/)).toBeVisible()
      await page.goto('/products')
      await expect(page.getByText('$14.50')).toBeVisible()
      await expect(page.getByRole('option', { name: 'Tea' })).toHaveCount(1)
    })

    test(
      'the owner introduces a person, takes them off the website, and brings them back',
      { tag: '@long' },
      async ({ page }) => {
        await signInAsAdminIn(page)
        await page.goto('/admin/team')
        if (javaScriptEnabled) await expectHydrated(page)
        await page.getByLabel(words.name, { exact: true }).fill('Maya Rao')
        await page.getByRole('button', { name: personSchema.list.add }).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Maya Rao')
        await page.getByLabel('Role').fill('Practitioner')
        await page.getByLabel('Training').fill('BAMS, Pune, 2009')
        await page.getByLabel('Languages').fill('English, Hindi')
        await page.getByRole('group', { name: 'Days at the clinic' }).getByLabel('Monday').check()
        await page.getByLabel(/^Offers every service/).uncheck()
        await page.getByRole('group', { name: 'Services this person gives' }).getByLabel('Abhyangam').check()
        if (javaScriptEnabled) await expectNoAxeFindings(page, { exclude: 'iframe' })
        const wide = page.viewportSize()!
        await page.setViewportSize({ width: 390, height: 844 })
        await page.getByRole('button', { name: pagesWords.publish, exact: true }).click()
        await expect(page.getByText(/^Nobody else gives .*Shirodhara/)).toBeInViewport()
        await page.setViewportSize(wide)
        await page.getByRole('button', { name: pagesWords.publishAnyway }).click()
        await expect(page.getByText(pagesWords.published('Maya Rao'))).toBeVisible()
        await expect(page.getByLabel('Monday')).toBeChecked()
        await page.getByRole('button', { name: pagesWords.removal.button }).click()
        await expect(page.getByText(pagesWords.removal.done('Maya Rao'))).toBeVisible()
        await page.getByRole('button', { name: pagesWords.removal.putBack }).click()
        await expect(page.getByText(/^Nobody else gives .*Shirodhara/)).toBeInViewport()
        await page.getByRole('button', { name: pagesWords.publishAnyway }).click()
        await expect(page.getByText(pagesWords.removal.back('Maya Rao'))).toBeVisible()
        await page.goto('/about')
        const person = page.getByRole('listitem').filter({ hasText: 'Maya Rao' })
        await expect(person).toContainText('Monday')
        await expect(person).toContainText('Abhyangam')
        if (javaScriptEnabled) await expectNoAxeFindings(page)

        // Booked for what she gives, on her day; nobody gives the others.
        await page.goto('/services/abhyangam')
        await expect(page.getByRole('heading', { name: 'Maya Rao' })).toBeVisible()
        for (const time of await page.locator('[aria-labelledby=times] a').allTextContents())
          expect(time).toMatch(/^Mon/)
        await page.goto('/booking/shirodhara')
        await expect(page.getByText(bookingPage.chosen.notAvailable).first()).toBeVisible()
        await page.goto('/admin/team')
        await expect(page.getByText(/^Nobody on the team gives .*Shirodhara/)).toBeVisible()
        if (javaScriptEnabled) await expectNoAxeFindings(page)
      },
    )

    test('the owner adds a room and gives a service in it', { tag: '@long' }, async ({ page }) => {
      await signInAsAdminIn(page)
      await page.goto('/admin/rooms')
      if (javaScriptEnabled) await expectHydrated(page)
      await page.getByLabel(words.name, { exact: true }).fill('Sun room')
      await page.getByRole('button', { name: roomSchema.list.add }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sun room')
      if (javaScriptEnabled) await expectNoAxeFindings(page)
      await page.getByLabel('Note for your staff').fill('Upstairs')
      await page.getByRole('button', { name: pagesWords.atOnce.publish }).click()
      await expect(page.getByText(pagesWords.atOnce.published('Sun room'))).toBeVisible()
      await page.goto('/admin/services/abhyangam')
      if (javaScriptEnabled) await expectHydrated(page)
      await page.getByRole('group', { name: 'Rooms' }).getByLabel('Sun room').check()
      await page.getByRole('button', { name: pagesWords.publish }).click()
      await expect(page.getByText(pagesWords.published('Abhyangam'))).toBeVisible()
      await page.goto('/admin/rooms')
      await page.getByRole('link', { name: 'Sun room' }).click()
      await page.getByRole('button', { name: pagesWords.removal.button }).click()
      await expect(page.getByText(pagesWords.removal.onlyRoomOf(['Abhyangam']))).toBeVisible()
    })
  })

test('the lists move by buttons that a finger hits, also on a phone', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAsAdminIn(page)
  await page.goto('/admin/products')
  const links = page.locator('.table .leads')
  const [first, second] = await links.allTextContents()
  const button = page.getByRole('button', { name: pagesWords.list.named(words.down, first!) })
  const box = await button.boundingBox()
  expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(44)
  await button.click()
  await expect(links.first()).toHaveText(second!)
  await expectNoAxeFindings(page)
  await page.getByRole('status').getByRole('button', { name: admin.undo }).click()
  await expect(links.first()).toHaveText(first!)
})
