import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { admin } from '#content/pages/admin.ts'
import { historyWords } from '#content/pages/admin-history.ts'
import { pagesWords as words } from '#app/routes/admin/pages/words.ts'
import { testOnItsOwnAdminSite } from '#tests/support/sites.ts'
import { signInAsAdminIn } from '#tests/support/admin.ts'
import { expectNoAxeFindings } from '#tests/support/axe.ts'
import { expect, watching, expectHydrated, scriptWays } from '#tests/support/browser-site.ts'

const { city } = contentFacts(Date.now())

const test = testOnItsOwnAdminSite().extend(watching)

for (const javaScriptEnabled of scriptWays)
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test('the owner corrects a text, publishes it, and takes it back', { tag: '@long' }, async ({ page }) => {
      await signInAsAdminIn(page)
      await page.goto('/admin/pages')
      await page.getByRole('link', { name: 'Home page' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Home page')
      if (javaScriptEnabled) await expectHydrated(page)
      const publish = page.getByRole('button', { name: words.publish })
      const lead = page.getByLabel('Lead')
      const before = await lead.inputValue()

      await lead.fill('Warm oil in {town}.')
      await page.getByText('Before you come').click()
      await page.getByRole('group', { name: 'Teaser 2' }).getByLabel('Heading').fill('')
      await publish.click()
      await expect(page.getByText('{town} doesn’t stand for anything here.').first()).toBeVisible()
      await expect(lead).toHaveValue('Warm oil in {town}.')
      await expect(page.getByRole('group', { name: 'Teaser 2' }).getByLabel('Heading')).toBeVisible()
      if (javaScriptEnabled) await expectNoAxeFindings(page, { exclude: 'iframe' })

      await lead.fill('Warm oil in {city}.')
      await page.getByRole('group', { name: 'Teaser 2' }).getByLabel('Heading').fill('To prepare')
      await publish.click()
      await expect(page.getByText(words.published('Home page'))).toBeVisible()
      await expect(page.getByText(historyWords.number(1))).toBeVisible()
      if (javaScriptEnabled) await expectNoAxeFindings(page, { exclude: 'iframe' })
      await page.locator('#done').getByRole('button', { name: admin.undo }).click()
      await expect(page.getByText(words.restored('Home page'))).toBeVisible()
      await expect(lead).toHaveValue(before)

      await page.getByRole('button', { name: historyWords.restoreNamed(historyWords.number(1)) }).click()
      await expect(lead).toHaveValue('Warm oil in {city}.')
      await page.goto('/')
      await expect(page.getByText(`Warm oil in ${city}.`)).toBeVisible()
      await expect(page.getByRole('heading', { name: 'To prepare' })).toBeVisible()
    })
  })
