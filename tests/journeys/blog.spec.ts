import { withScripts } from '#tests/support/browser-site.ts'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { blogPage } from '#content/pages/blog.ts'
import { type Site, startSite } from '../support/site.ts'
import { expectNoAxeFindings } from '../support/axe.ts'
import { test } from '../support/browser-site.ts'
import { portOf } from '#tests/support/connections.ts'
import { test as base } from '../support/sites.ts'

withScripts('a visitor reads the newest post and comes back', async (page) => {
  await page.goto('/blog')
  const titles = page.getByRole('article').getByRole('heading', { level: 2 })
  await expect(titles).toHaveCount(5)
  const excerpts = await page
    .getByRole('article')
    .locator('p')
    .filter({ hasText: /\.\.\.$/ })
    .allTextContents()
  expect(excerpts).toHaveLength(5)
  for (const text of excerpts) expect([...text].length).toBeLessThanOrEqual(150 + '...'.length)
  const title = await titles.first().innerText()
  await titles.first().getByRole('link').click()
  await expect(page).toHaveURL(/\/blog\/[a-z0-9-]+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})

test('an unknown post is a 404', { tag: '@long' }, async ({ page }) => {
  expect((await page.goto('/blog/no-such-post'))?.status()).toBe(404)
})

base(
  'the page shows a loading text until the feed is read, and then the posts',
  async ({ page, pageWithoutScripts }) => {
    // In a folder of its own it begins without posts, and without a worker the feed is not read until this test starts one.
    const ownFolder = mkdtempSync(join(tmpdir(), 'clinic-site-'))
    const site = await startSite({ WORKER: 'off', LOG_LEVEL: 'error', DATA_DIR: ownFolder })
    let reader: Site | undefined
    try {
      for (const one of [page, pageWithoutScripts]) {
        await one.goto(`${site.url}/blog`)
        await expect(one.getByText('Loading blog posts...')).toBeVisible()
      }
      await expectNoAxeFindings(page)
      reader = await startSite({ WORKER: 'only', LOG_LEVEL: 'error', DATA_DIR: site.dataDir })
      await expect(page.getByRole('article')).toHaveCount(5)
      // The page without scripts has to be loaded again.
      await pageWithoutScripts.getByRole('link', { name: blogPage.show }).click()
      for (const one of [page, pageWithoutScripts]) {
        await expect(one.getByRole('article')).toHaveCount(5)
        await expect(one.getByText('Loading blog posts...')).toHaveCount(0)
      }
    } finally {
      await reader?.stop({ keepData: true })
      await site.stop()
    }
  },
)

base('the page reports a failed feed, and offers to try again', async ({ page, pageWithoutScripts }) => {
  const site = await startSite({ FEED_URL: 'http://127.0.0.1:9/feed.xml', LOG_LEVEL: 'fatal' })
  try {
    for (const one of [page, pageWithoutScripts]) {
      await one.goto(`${site.url}/blog`)
      await expect(one.getByText('Error loading blog posts: Failed to fetch RSS feed')).toBeVisible()
      if (one === page) await expectNoAxeFindings(page)
      await one.getByRole('link', { name: blogPage.retry }).click()
      await expect(one.getByText('Error loading blog posts: Failed to fetch RSS feed')).toBeVisible()
    }
  } finally {
    await site.stop()
  }
})

base('the page reports a feed without posts', { tag: '@long' }, async ({ page, pageWithoutScripts }) => {
  const server = createServer((_, response) =>
    response
      .setHeader('Content-Type', 'application/rss+xml')
      .end(
        '<rss version="2.0"><channel><title>Empty</title><link>https://x.example</link><description>x</description></channel></rss>',
      ),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const site = await startSite({
    FEED_URL: `http://127.0.0.1:${portOf(server)}/`,
    LOG_LEVEL: 'error',
  })
  try {
    for (const one of [page, pageWithoutScripts]) {
      await one.goto(`${site.url}/blog`)
      await expect(one.getByText('No blog posts found.')).toBeVisible()
    }
    await expectNoAxeFindings(page)
  } finally {
    await site.stop()
    server.close()
  }
})
