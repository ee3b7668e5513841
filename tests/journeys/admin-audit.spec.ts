import { scriptWays } from '#tests/support/browser-site.ts'
import { expect } from '@playwright/test'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { testOnAdminSite } from '#tests/support/sites.ts'
import { signInAsAdminIn } from '#tests/support/admin.ts'
import { look } from '#tests/support/databases.ts'
import { fillDashboard } from '#tests/support/filled-dashboard.ts'
import { acts } from '#content/audit.ts'
import { auditPage } from '#app/routes/admin/audit/words.ts'
import { admin } from '#content/pages/admin.ts'

const test = testOnAdminSite({ fill: fillDashboard })

for (const javaScriptEnabled of scriptWays)
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test(
      'the admin filters the audit trail by order and by day on the phone, and opens the order',
      { tag: '@long' },
      async ({ page, site }) => {
        await signInAsAdminIn(page)
        await page.goto('/admin')
        await page.getByRole('navigation').getByText(admin.more, { exact: true }).click()
        await page.getByRole('link', { name: auditPage.title }).click()
        const [changed, added] = ['order.changed', 'subscriber.added'] as const
        await expect(page.getByText(acts[changed])).toBeVisible()
        await expect(page.getByText(acts[added])).toBeVisible()

        await page.getByRole('link', { name: auditPage.sameRecord('Order') }).click()
        await expect(page.getByText(acts[changed])).toBeVisible()
        await expect(page.getByText(acts[added])).toHaveCount(0)
        await expect(page.getByLabel(auditPage.filter.record, { exact: true })).toHaveValue(/^order:/)
        await page.getByRole('link', { name: `${auditPage.open} Order` }).click()
        await expect(page).toHaveURL(/\/admin\/orders\/./)
        await page.goBack()

        await page.getByRole('link', { name: admin.clearFilters, exact: true }).click()
        await expect(page.getByLabel(auditPage.filter.record, { exact: true })).toHaveValue('')
        // The entry may be from yesterday if midnight has just passed.
        const { at } = await look(site, (db) =>
          db.selectFrom('auditEntries').select('at').where('act', '=', added).executeTakeFirstOrThrow(),
        )
        const today = clinicDate(at, clinicTimeZone)
        const day = page.getByLabel(auditPage.filter.day, { exact: true })
        await day.fill(today.toString())
        await day.press('Enter')
        await expect(page).toHaveURL(({ searchParams }) => searchParams.get('day') === today.toString())
        await expect(day).toHaveValue(today.toString())
        await expect(page.getByText(acts[added])).toBeVisible()
        await day.fill(today.subtract({ years: 1 }).toString())
        await page.getByRole('button', { name: auditPage.filter.button }).click()
        await expect(page.getByText(auditPage.noneFound.text)).toBeVisible()
      },
    )
  })
