import { expect } from '@playwright/test'
import { expectNoAxeFindings } from '../support/axe.ts'
import {
  answerByPath,
  answerJson,
  answerRss,
  answerStatus,
  answerText,
  exampleItems,
  examplePng,
  startHostedService,
} from '../support/hosted-services.ts'
import { startSite } from '../support/site.ts'
import { test } from '../support/sites.ts'

test('stock photos load from their provider on blog pages only, and a missing photo shows the drawing behind it', async ({
  page,
}) => {
  const service = await startHostedService(answerStatus(404))
  const answers = {
    '/feed.xml': answerRss(exampleItems(2)),
    '/photos/random': answerJson({
      urls: { regular: `${service.origin}/photo.png` },
      user: { name: 'Maya Rao', links: { html: 'https://unsplash.com/@maya' } },
      links: { download_location: `${service.origin}/photos/1/download` },
    }),
  }
  service.answerWith(answerByPath({ ...answers, '/photo.png': answerText(examplePng(), 'image/png') }))
  const site = await startSite({
    FEED_URL: `${service.origin}/feed.xml`,
    PHOTO_API_URL: service.origin,
    PHOTO_ACCESS_KEY: 'key',
    PHOTO_IMAGE_ORIGIN: service.origin,
    LOG_LEVEL: 'error',
  })
  const policyOf = async (path: string) =>
    (await page.request.get(`${site.url}${path}`)).headers()['content-security-policy'] ?? ''
  try {
    const photos = page.locator('figure img')
    await expect(async () => {
      await page.goto(`${site.url}/blog`)
      await expect(photos).toHaveCount(2, { timeout: 1_000 })
    }).toPass({ timeout: 60_000 })
    const photo = photos.first()
    await photo.scrollIntoViewIfNeeded()
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
    await expect(page.getByRole('link', { name: 'Maya Rao' }).first()).toHaveAttribute('href', /utm_medium=referral/)
    // Named as the service's address names it.
    await expect(page.getByRole('link', { name: new URL(service.origin).host }).first()).toBeVisible()
    await expectNoAxeFindings(page)
    expect(await policyOf('/blog')).toContain(`img-src 'self' ${service.origin};`)
    expect(await policyOf('/')).toContain("img-src 'self';")

    service.answerWith(answerByPath(answers))
    await page.goto('about:blank')
    await page.goto(`${site.url}/blog?again`)
    await photo.scrollIntoViewIfNeeded()
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.complete)).toBe(true)
    const { width, height } = (await photo.boundingBox()) ?? { width: 0, height: 0 }
    expect(width).toBeGreaterThan(100)
    expect(height).toBeGreaterThan(60)
    expect(await photo.evaluate((image) => getComputedStyle(image).backgroundImage)).toMatch(/general.*\.svg/)
  } finally {
    await Promise.all([site.stop(), service.close()])
  }
})
