import { expect } from '@playwright/test'
import { textsOf } from '#tests/support/pages.ts'
import { startSite } from '#tests/support/site.ts'
import { expectNoAxeFindings } from '#tests/support/axe.ts'
import { startHostedService } from '#tests/support/hosted-services.ts'
import { test } from '#tests/support/sites.ts'

// Uses its own fixtures, because a map is a request to another origin.
test('the map loads only when the visitor asks for it, with and without scripts', async ({
  page,
  pageWithoutScripts,
}) => {
  const site = await startSite({ MAP_EMBED_URL: 'https://maps.example/embed?place=clinic', LOG_LEVEL: 'error' })
  try {
    for (const one of [page, pageWithoutScripts]) {
      const foreign: string[] = []
      await one.route(/^https:/, (route) => {
        foreign.push(route.request().url())
        return route.fulfill({ contentType: 'text/html', body: '<title>Map</title>a map' })
      })
      await one.goto(`${site.url}/contact`)
      await expect(one.locator('iframe')).toHaveCount(0)
      expect(foreign).toEqual([])
      await one.getByRole('link', { name: textsOf('contact').map.button }).click()
      await one.locator('iframe').scrollIntoViewIfNeeded()
      await expect(one.frameLocator('iframe').getByText('a map')).toBeVisible()
      expect(foreign).toEqual(['https://maps.example/embed?place=clinic'])
      if (one === page) await expectNoAxeFindings(page, { exclude: 'iframe' })
      await expect(one.getByRole('link', { name: textsOf('contact').reach.directions })).toHaveCount(1)
    }
  } finally {
    await site.stop()
  }
})

test(
  'a configured map gets only the origin of the site as its referrer, and its links open in a new tab',
  { tag: '@long' },
  async ({ page }) => {
    const requests: { path: string; referrer: string | undefined }[] = []
    const map = await startHostedService((request, response) => {
      requests.push({ path: request.url ?? '', referrer: request.headers.referer })
      response.writeHead(200, { 'Content-Type': 'text/html' })
      response.end('<title>Map</title><a href="/directions" target="_blank">Directions</a>')
    })
    // Another name of the same machine counts as another origin.
    const origin = map.origin.replace('127.0.0.1', 'localhost')
    const site = await startSite({ MAP_EMBED_URL: `${origin}/embed?key=1`, LOG_LEVEL: 'error' })
    try {
      await page.goto(`${site.url}/contact?map=show`)
      await page.locator('iframe').scrollIntoViewIfNeeded()
      const opened = page.waitForEvent('popup')
      await page.frameLocator('iframe').getByRole('link', { name: 'Directions' }).click()
      await expect(await opened).toHaveTitle('Map')
      expect(requests.find(({ path }) => path === '/embed?key=1')?.referrer).toBe(`${new URL(page.url()).origin}/`)
      expect(requests.map(({ referrer }) => referrer ?? '').join()).not.toContain('/contact')
      // The page's own forms still send their origin.
      expect((await page.request.get(`${site.url}/contact?map=show`)).headers()['referrer-policy']).toBe('same-origin')
    } finally {
      await Promise.all([site.stop(), map.close()])
    }
  },
)
