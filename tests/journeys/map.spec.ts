import { expect, test as base } from '@playwright/test'
import { contactPage } from '#content/pages/contact.ts'
import { startSite } from '../support/site-process.ts'
import { expectNoAxeFindings } from '../support/axe.ts'

// Apart from the other journeys: here one foreign address is asked for, once the visitor wants it.
for (const javaScriptEnabled of [true, false])
  base.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    base.use({ javaScriptEnabled })

    base('the map loads only when the visitor asks for it', async ({ page }) => {
      const site = await startSite({ MAP_EMBED_URL: 'https://maps.example/embed?place=clinic', LOG_LEVEL: 'error' })
      try {
        const foreign: string[] = []
        await page.route(/^https:/, (route) => {
          foreign.push(route.request().url())
          return route.fulfill({ contentType: 'text/html', body: '<title>Map</title>a map' })
        })
        await page.goto(`${site.url}/contact`)
        await expect(page.locator('iframe')).toHaveCount(0)
        expect(foreign).toEqual([])
        await page.getByRole('link', { name: contactPage.map.button }).click()
        await page.locator('iframe').scrollIntoViewIfNeeded()
        await expect(page.frameLocator('iframe').getByText('a map')).toBeVisible()
        expect(foreign).toEqual(['https://maps.example/embed?place=clinic'])
        if (javaScriptEnabled) await expectNoAxeFindings(page, { exclude: 'iframe' })
        await expect(page.getByRole('link', { name: contactPage.place.directions })).toHaveAttribute('href', /^https:/)
      } finally {
        await site.stop()
      }
    })
  })
