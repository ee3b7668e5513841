import { scriptWays } from '#tests/support/browser-site.ts'
import { expect } from '@playwright/test'
import { admin } from '#content/pages/admin.ts'
import { postsPage } from '#content/pages/admin-claims.ts'
import { testOnItsOwnAdminSite } from '#tests/support/sites.ts'
import { signInAsAdminIn } from '#tests/support/admin.ts'
import { claim, feedWithClaims } from '#tests/support/feeds.ts'

const test = testOnItsOwnAdminSite({ settings: { FEED_URL: feedWithClaims() } })

for (const javaScriptEnabled of scriptWays)
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test(
      'the admin sees a marked claim on the phone, hides the post, shows it again and approves it',
      { tag: '@long' },
      async ({ page }) => {
        await signInAsAdminIn(page)
        await page.goto('/admin')
        await page.getByRole('navigation').getByText(admin.more, { exact: true }).click()
        await page.getByRole('link', { name: postsPage.title }).click()
        const row = page.getByRole('group').filter({ hasText: claim.post })
        await expect(row.locator('mark').first()).toHaveText(claim.words)
        await expect(row.getByText(postsPage.states.marked(1))).toBeVisible()

        await row.getByRole('button', { name: postsPage.hide }).click()
        await expect(page.getByRole('status')).toHaveText(postsPage.hidden)
        await expect(page.getByRole('status')).toBeInViewport()
        await page.goto('/blog')
        await expect(page.getByText(claim.post)).toHaveCount(0)

        await page.goto('/admin/posts')
        await expect(row.getByRole('button', { name: postsPage.show })).toBeHidden()
        await row.getByText(postsPage.states.hidden, { exact: true }).click()
        await row.getByRole('button', { name: postsPage.show }).click()
        await row.getByRole('button', { name: postsPage.keep }).click()
        await expect(page.getByRole('status')).toHaveText(postsPage.kept)
        await expect(row.getByRole('button', { name: postsPage.keep })).toHaveCount(0)
        await page.goto('/blog')
        await expect(page.getByText(claim.post).first()).toBeVisible()
      },
    )
  })
