import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser-site.ts'
import { bookOnline } from '#tests/support/booking.ts'

/** Visible times of day and ranges that the browser may break at some page width. */
const findBreakable = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!parent?.checkVisibility() || getComputedStyle(parent).whiteSpaceCollapse === 'preserve') continue
      const [piece] = /\d{1,2}(:\d{2})? [ap]m\b|\b\d+-\d+\b( hours)?/.exec(node.textContent ?? '') ?? []
      if (piece && getComputedStyle(parent).textWrapMode !== 'nowrap') found.push(`${piece} in: ${node.textContent}`)
    }
    return found
  })

test('times of day and ranges of hours never wrap on content pages', async ({ page }) => {
  for (const path of ['/', '/contact', '/resources', '/accessibility', '/services']) {
    await page.goto(path)
    expect(await findBreakable(page), path).toEqual([])
  }
})

test('the time of an appointment never wraps', { tag: '@long' }, async ({ page, site }) => {
  const patient = { name: 'Maya Thomas', email: 'unbroken@example.com', phone: '(205) 555-0167', health: 'None' }
  const { link } = await bookOnline(site, patient)
  for (const path of [link, `${link}/move`]) {
    await page.goto(path)
    expect(await findBreakable(page), path).toEqual([])
  }
})
