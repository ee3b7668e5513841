import type { Page } from '@playwright/test'
import { expectFineInEveryLook } from '#tests/support/axe.ts'
import { pagesToWorkOn, publicPages, textsOf } from '#tests/support/pages.ts'
import { expect, expectHydrated, test, withScripts } from '#tests/support/browser-site.ts'
import { isLong } from '#tests/support/timing.ts'
import { budgets, scriptBytes } from './budgets.ts'

/** Made of the same parts as another page of the list, so that `npm test` visits only that one. */
const likeOthers = new Set([
  '/booking',
  '/accessibility',
  '/blog/all',
  '/insurance',
  '/search',
  '/search?q=xyzzy',
  '/login?mode=sign-up',
  '/login/forgot',
])
const visited = publicPages.filter((path) => isLong || !likeOthers.has(path))

/** One visit for all that every page has to be. */
for (const path of [...visited, '/not-there'])
  test(`${path} has one main heading, a title, all its images and little script, fits every width and paper, and axe finds nothing on it`, async ({
    page,
  }) => {
    const isWorkedOn = pagesToWorkOn.includes(path)
    await page.setViewportSize({ width: 1280, height: 720 })
    const most = isWorkedOn ? budgets.scriptOfPageToWorkOn : budgets.scriptOfPageToRead
    expect(await scriptBytes(page, path)).toBeLessThanOrEqual(most * 1024)
    if (isWorkedOn) await expectHydrated(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page).toHaveTitle(/.+ \| .+/)
    const pictures = page.locator('img')
    await expect.poll(() => pictures.evaluateAll(findMissingImages), { intervals: [20, 50, 100] }).toEqual([])
    expect(await pictures.evaluateAll(findImagesWithoutSize)).toEqual([])
    await expectPaper(page)
    // 320 px wide is also what 400 % zoom leaves of 1280 px (WCAG 2.2, 1.4.10).
    for (const width of isLong ? [320, 768, 1024, 1920] : [320, 1024]) {
      await page.setViewportSize({ width, height: 700 })
      await expectNoOverflow(page, `${width} px`)
    }
    await expectFineInEveryLook(page, { inDark: true })
    await page.setViewportSize({ width: 390, height: 844 })
    // WCAG 2.2, 1.4.12.
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(
        '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}',
      )
      document.adoptedStyleSheets.push(sheet)
    })
    await expectNoOverflow(page, 'wider apart')
  })

/** A printed page has its content, without buttons and navigation. */
async function expectPaper(page: Page) {
  // A4 without its margins.
  await page.setViewportSize({ width: 700, height: 1000 })
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('banner').locator('a[href^="tel:"]').first()).toBeVisible()
  for (const pressed of ['banner', 'main'] as const)
    await expect(page.getByRole(pressed).getByRole('button').filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('navigation').filter({ visible: true })).toHaveCount(0)
  await expect(page.locator('#newsletter').filter({ visible: true })).toHaveCount(0)
  await expectNoOverflow(page, 'on paper')
  await page.emulateMedia({ media: null })
}

withScripts('/not-there explains the error and links to other pages', { tag: '@long' }, async (page) => {
  expect((await page.goto('/not-there'))?.status()).toBe(404)
  const main = page.getByRole('main')
  const { title, lead, help, links } = textsOf('not-found')
  for (const words of [title, lead, help]) await expect(main).toContainText(words)
  for (const { text, href } of links)
    await expect(main.getByRole('link', { name: text, exact: true })).toHaveAttribute('href', href)
})

/**
 * Scrolls to the first missing image, because the browser loads images lazily. Those of steps that are not shown yet come
 * with them.
 */
function findMissingImages(all: Element[]) {
  const missing = all.filter(
    (one) => one.checkVisibility() && !(one instanceof HTMLImageElement && one.complete && one.naturalWidth > 0),
  )
  missing[0]?.scrollIntoView({ behavior: 'instant' })
  return missing.map(({ outerHTML }) => outerHTML)
}

const findImagesWithoutSize = (all: Element[]) =>
  all
    .filter((one) => ['width', 'height'].some((size) => !/^\d+$/.test(one.getAttribute(size) ?? '')))
    .map(({ outerHTML }) => outerHTML)

test('reduced motion disables all animations', async ({ page }) => {
  const longest = () =>
    page.locator('main .card .picture, main .btn').evaluateAll((moving) =>
      Math.max(
        ...moving.flatMap((element) => {
          const { transitionDuration, animationDuration } = getComputedStyle(element)
          // '0.14s, 0.32s': Chromium computes seconds.
          return `${transitionDuration},${animationDuration}`.split(',').map((time) => Number.parseFloat(time) * 1000)
        }),
      ),
    )
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  expect(await longest()).toBeGreaterThan(100)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await longest()).toBeLessThanOrEqual(1)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto')
})

/** Polls, because the page may not be laid out yet after the window was resized. */
const expectNoOverflow = (page: Page, where: string) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), where)
    .toBeLessThanOrEqual(0)
