import type { FrameLocator, Page } from '@playwright/test'
import { entriesWords, pagesWords as words } from '#app/routes/admin/pages/words.ts'
import { serviceSchema } from '#content/schemas/service.ts'
import { admin } from '#content/pages/admin.ts'
import { testOnItsOwnAdminSite } from '#tests/support/sites.ts'
import { signInAsAdminIn } from '#tests/support/admin.ts'
import { expectNoAxeFindings } from '#tests/support/axe.ts'
import { expect, watching, expectHydrated, usualWidths, usualColors } from '#tests/support/browser-site.ts'

const test = testOnItsOwnAdminSite().extend(watching)

const card = (each: string, title: string) => words.canvas.card(each, title)
const act = (text: string, title: string) => words.list.named(text, title)
const { up, down } = words.list
const therapies = ['Panchakarma', 'Abhyangam', 'Shirodhara']

async function openEditor(page: Page, address: string) {
  await page.goto(address)
  await expectHydrated(page)
  const canvas = page.frameLocator('.page-preview iframe')
  await expect(canvas.locator('.region').first()).toBeAttached()
  return canvas
}

const therapiesOn = (page: Page | FrameLocator) =>
  page
    .locator('.cat')
    .filter({ has: page.getByRole('heading', { level: 2, name: 'Panchakarma' }) })
    .locator('h3 > :first-child')

/** Entered and published, in their order. */
async function introduce(page: Page, name: string) {
  const added = await page.request.post('/admin/team', { form: { intent: 'add', title: name }, maxRedirects: 0 })
  const address = added.headers().location!.replace(/#.*/, '')
  await page.goto(address)
  await page.getByLabel('Role').fill('Practitioner')
  await page.getByLabel('Training').fill('BAMS, Pune, 2009')
  await page.getByLabel('Languages').fill('English')
  await page.getByRole('button', { name: words.publish }).click()
  await expect(page.getByText(words.published(name))).toBeVisible()
}

for (const width of usualWidths)
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('services are moved among the cards of their group, and what is being typed stays', async ({ page }) => {
      await signInAsAdminIn(page)
      const canvas = await openEditor(page, '/admin/pages/services-page')
      const shown = therapiesOn(canvas)
      await expect(shown).toHaveText(therapies)
      const lead = page.getByLabel('Lead', { exact: true })
      await lead.fill(`Typed at ${width} pixels.`)

      await canvas.getByText('Shirodhara', { exact: true }).click()
      await expect(canvas.locator('.region-chosen')).toHaveAccessibleName(card('Service', 'Shirodhara'))
      const moveUp = canvas.getByRole('button', { name: act(up, 'Shirodhara') })
      await expect(moveUp).toBeInViewport({ ratio: 0.99 })
      const box = await moveUp.boundingBox()
      expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(43.9)
      // It is the last of its group, though not of the list.
      await expect(canvas.getByRole('button', { name: act(down, 'Shirodhara') })).toHaveCount(0)
      await moveUp.click()
      await expect(shown).toHaveText(['Panchakarma', 'Shirodhara', 'Abhyangam'])
      await expect(canvas.locator('.region-chosen')).toHaveAccessibleName(card('Service', 'Shirodhara'))
      await expect(moveUp).toBeFocused()
      await expect(moveUp).toBeInViewport()
      await expect(lead).toHaveValue(`Typed at ${width} pixels.`)

      // By keyboard too; at the end of its group, what is left.
      await page.keyboard.press('Enter')
      await expect(shown).toHaveText(['Shirodhara', 'Panchakarma', 'Abhyangam'])
      await expect(moveUp).toHaveCount(0)
      await expect(canvas.getByRole('button', { name: act(down, 'Shirodhara') })).toBeFocused()
      await expect(lead).toHaveValue(`Typed at ${width} pixels.`)
      await page.goto('/services')
      await expect(therapiesOn(page)).toHaveText(['Shirodhara', 'Panchakarma', 'Abhyangam'])

      // What was typed had been saved by itself.
      await openEditor(page, '/admin/pages/services-page')
      await expect(lead).toHaveValue(`Typed at ${width} pixels.`)
      for (const order of [['Panchakarma', 'Shirodhara', 'Abhyangam'], therapies]) {
        await canvas.getByText('Shirodhara', { exact: true }).click()
        await canvas.getByRole('button', { name: act(down, 'Shirodhara') }).click()
        await expect(shown).toHaveText(order)
      }
      const toast = page.getByRole('status').filter({ hasText: entriesWords.moved('Shirodhara') })
      await toast.getByRole('button', { name: admin.undo }).click()
      await expect(shown).toHaveText(['Panchakarma', 'Shirodhara', 'Abhyangam'])
      await toast.getByRole('button', { name: admin.undo }).click()
      await expect(shown).toHaveText(therapies)
      await page.getByRole('button', { name: words.discard }).click()
      await expect(page.getByText(words.discarded('Services page'))).toBeVisible()
    })

    test('a move after somebody else’s says so, and shows theirs', { tag: '@long' }, async ({ page }) => {
      await signInAsAdminIn(page)
      const canvas = await openEditor(page, '/admin/pages/services-page')
      await canvas.getByText('Abhyangam', { exact: true }).click()
      const other = await page.context().newPage()
      await other.goto('/admin/services')
      await other.getByRole('button', { name: act(up, 'Shirodhara') }).click()
      await expect(other.getByText(entriesWords.moved('Shirodhara'))).toBeVisible()
      await canvas.getByRole('button', { name: act(up, 'Abhyangam') }).click()
      await expect(page.getByText(entriesWords.movedMeanwhile)).toBeInViewport()
      await expect(therapiesOn(canvas)).toHaveText(['Panchakarma', 'Shirodhara', 'Abhyangam'])
      await other.getByRole('button', { name: act(down, 'Shirodhara') }).click()
      await expect(other.locator('tr').filter({ hasText: 'Shirodhara' })).toBeFocused()
      await other.close()
    })

    test('a card leads to its record and to the form for another one', { tag: '@long' }, async ({ page }) => {
      await signInAsAdminIn(page)
      const canvas = await openEditor(page, '/admin/pages/services-page')
      await canvas.getByText('Abhyangam', { exact: true }).click()
      await canvas.getByRole('link', { name: act(words.canvas.open, 'Abhyangam') }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Abhyangam')
      await openEditor(page, '/admin/pages/services-page')
      await canvas.getByText('Abhyangam', { exact: true }).click()
      await canvas.getByRole('link', { name: serviceSchema.list.add }).click()
      await expect(page.getByLabel(entriesWords.name, { exact: true })).toBeFocused()

      // The home page has an order of its own.
      await openEditor(page, '/admin/pages/home')
      await canvas.getByRole('heading', { name: 'Shirodhara' }).click()
      await expect(canvas.getByRole('link', { name: act(words.canvas.open, 'Shirodhara') })).toBeVisible()
      await expect(canvas.locator('.item-bar button')).toHaveCount(1)
    })
  })

test('without a connection, a move says that it failed, and can be tried again', { tag: '@long' }, async ({ page }) => {
  await signInAsAdminIn(page)
  const canvas = await openEditor(page, '/admin/pages/services-page')
  await canvas.getByText('Abhyangam', { exact: true }).click()
  await page.route('**/admin/services.data*', (route) => route.abort())
  await canvas.getByRole('button', { name: act(up, 'Abhyangam') }).click()
  await expect(page.getByText(entriesWords.notMoved)).toBeInViewport()
  await page.unroute('**/admin/services.data*')
  await canvas.getByRole('button', { name: act(up, 'Abhyangam') }).click()
  await expect(therapiesOn(canvas)).toHaveText(['Abhyangam', 'Panchakarma', 'Shirodhara'])
  await expect(page.getByText(entriesWords.notMoved)).toHaveCount(0)
  await page.getByRole('status').getByRole('button', { name: admin.undo }).click()
  await expect(therapiesOn(canvas)).toHaveText(therapies)
})

test('a person is moved on the page About, and products on their shelf', { tag: '@long' }, async ({ page }) => {
  await signInAsAdminIn(page)
  for (const name of ['Asha Rao', 'Maya Sen']) await introduce(page, name)
  const canvas = await openEditor(page, '/admin/pages/about')
  await canvas.getByRole('button', { name: card('Person', 'Maya Sen') }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(canvas.getByRole('link', { name: act(words.canvas.open, 'Maya Sen') })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText(entriesWords.moved('Maya Sen'))).toBeVisible()
  await expect(canvas.getByRole('button', { name: act(down, 'Maya Sen') })).toBeFocused()
  await page.goto('/about')
  await expect(page.locator('.team h3')).toHaveText(['Maya Sen', 'Asha Rao'])

  await openEditor(page, '/admin/pages/products-page')
  const shelf = canvas.locator('.shelf').first().locator('h3')
  const [first, second] = await shelf.allTextContents()
  await shelf.first().click()
  await canvas.getByRole('button', { name: act(down, first!) }).click()
  await expect(shelf.first()).toHaveText(second!)
  await expect(shelf.nth(1)).toHaveText(first!)
})

for (const colorScheme of usualColors)
  test.describe(`in ${colorScheme} colors`, () => {
    test.use({ colorScheme })

    test('a chosen card has no accessibility findings', { tag: '@long' }, async ({ page }) => {
      await signInAsAdminIn(page)
      const canvas = await openEditor(page, '/admin/pages/services-page')
      await canvas.getByText('Abhyangam', { exact: true }).click()
      await expect(canvas.getByRole('button', { name: act(down, 'Abhyangam') })).toBeVisible()
      await expectNoAxeFindings(page.frames().find((one) => one.url().endsWith('/preview'))!)
      await expectNoAxeFindings(page, { exclude: 'iframe' })
    })
  })
