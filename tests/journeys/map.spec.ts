import { expect } from '@playwright/test'
import { contactPage } from '#content/pages/contact.ts'
import { startSite } from '../support/site-process.ts'
import { expectNoAxeFindings } from '../support/axe.ts'
import { test } from '../support/sites.ts'

// Apart from the other journeys: here one foreign address is asked for, once the visitor wants it.
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
      await one.getByRole('link', { name: contactPage.map.button }).click()
      await one.locator('iframe').scrollIntoViewIfNeeded()
      await expect(one.frameLocator('iframe').getByText('a map')).toBeVisible()
      expect(foreign).toEqual(['https://maps.example/embed?place=clinic'])
      if (one === page) await expectNoAxeFindings(page, { exclude: 'iframe' })
      await expect(one.getByRole('link', { name: contactPage.place.directions })).toHaveAttribute('href', /^https:/)
    }
  } finally {
    await site.stop()
  }
})
