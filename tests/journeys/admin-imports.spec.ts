import { scriptWays } from '#tests/support/browser-site.ts'
import { truncateSync, writeFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { importsPath } from '#app/domain/newsletter/imports/subscriber-import.ts'
import { subscribersPath } from '#app/domain/newsletter/subscriber.ts'
import { testOnCommonSite } from '#tests/support/sites.ts'
import { confirmWithPasswordIn, signInAsAdminIn } from '#tests/support/admin.ts'
import { look } from '#tests/support/databases.ts'
import { emptySubscriberList, listSubscribers } from '#tests/support/subscribers.ts'
import { importPage, importsPage, reportPage } from '#content/pages/admin-imports.ts'
import { subscribersPage } from '#app/routes/admin/subscribers/words.ts'

/** The tests share a site; each starts with a list of one unsubscribed address. */
const test = testOnCommonSite.extend<{ list: void }>({
  list: [
    async ({ site }, use) => {
      await look(site, async (db) => {
        await emptySubscriberList(db)
        await listSubscribers(db, [{ email: 'left@example.com', state: 'unsubscribed' }])
      })
      await use()
    },
    { auto: true },
  ],
})

const list = ['Name,Email', 'Maya,maya@example.com', 'Left,left@example.com', 'No address,malformed']

for (const javaScriptEnabled of scriptWays)
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test(
      'the admin checks a file, sees the result of each line, and imports it',
      { tag: '@long' },
      async ({ page }) => {
        await signInAsAdminIn(page)
        await page.goto(subscribersPath)
        await page.getByRole('link', { name: subscribersPage.import }).click()
        await page.getByRole('button', { name: importsPage.check }).click()
        await expect(page.getByText(importsPage.choose)).toBeVisible()
        await page.getByLabel(importsPage.file).setInputFiles({
          name: 'list.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(list.join('\n')),
        })
        await page.getByRole('button', { name: importsPage.check }).click()
        const button = page.getByRole('button', { name: importPage.import(1) })
        await expectSoon(button)
        // Announced only to someone who saw it begin, and a fast check is over before the page is there.
        await expect(page.getByText(importPage.checked).first()).toBeVisible()
        await expect(page.getByText(importPage.outcomes.unsubscribed.why)).toBeVisible()
        await expect(page.getByRole('listitem').filter({ hasText: importPage.line(4) })).toContainText('malformed')

        await button.click()
        await expectSoon(page.getByText(importPage.done(1)))
        await page.getByRole('link', { name: importPage.report }).click()
        await expect(page.locator('tbody tr')).toHaveCount(3)
        await page.getByRole('link', { name: importPage.outcomes.malformed.why }).click()
        await expect(page.locator('tbody tr')).toHaveText([/4.*malformed/s])
        await page.getByRole('link', { name: reportPage.back }).click()
        const download = page.waitForEvent('download')
        await page.getByRole('button', { name: importPage.save }).click()
        await confirmWithPasswordIn(page)
        expect((await download).suggestedFilename()).toBe('import-report.csv')

        await page.goto(subscribersPath)
        await expect(page.getByRole('cell').filter({ hasText: 'maya@example.com' }).first()).toBeVisible()

        /** With scripts, the page updates by itself. */
        async function expectSoon(locator: ReturnType<typeof page.getByText>) {
          if (!javaScriptEnabled)
            await expect(async () => {
              await page.reload()
              await expect(locator).toBeVisible({ timeout: 100 })
            }).toPass()
          await expect(locator).toBeVisible()
        }
      },
    )
  })

test(
  'a file that is too large is rejected with a message instead of a broken page',
  { tag: '@long' },
  async ({ page }, testInfo) => {
    // From the disk, because a buffer would first have to be written out for the browser.
    const large = testInfo.outputPath('large.csv')
    writeFileSync(large, '')
    truncateSync(large, 30 * 1024 * 1024)
    await signInAsAdminIn(page)
    await page.goto(importsPath)
    await page.getByLabel(importsPage.file).setInputFiles(large)
    await page.getByRole('button', { name: importsPage.check }).click()
    await expect(page.getByText(importsPage.tooLarge(20))).toBeVisible()
  },
)
