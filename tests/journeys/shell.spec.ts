import { isLong } from '#tests/support/timing.ts'
import { withScripts } from '#tests/support/browser-site.ts'
import type { Locator } from '@playwright/test'
import { cardAnchor } from '#app/domain/catalogue/service.ts'
import { weekdays } from '#app/domain/clinic/clinic.ts'
import { describeToday } from '#app/domain/clinic/opening-hours.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { header } from '#content/site.ts'
import { featuredService } from '../support/pages.ts'
import { expect, test } from '../support/browser-site.ts'

const clinic = contentFacts(Date.now())

// Smooth scrolling is on, because these tests check what is in view afterwards.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

withScripts('the search box opens with the focus, and finds a service', async (page) => {
  await page.goto('/about')
  const box = page.getByRole('searchbox', { name: header.search.label })
  await expect(box).toBeHidden()
  await page.getByRole('button', { name: header.search.open }).first().click()
  await expect(box).toBeFocused()
  await box.fill(`  ${featuredService.title.toLowerCase()} `)
  await box.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=/)
  await expect(page.getByRole('main').getByRole('link', { name: featuredService.title }).first()).toBeVisible()
})

withScripts('Escape closes the search box and returns the focus to its button', async (page) => {
  await page.goto('/')
  const toggle = page.getByRole('button', { name: header.search.open }).first()
  await toggle.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('searchbox', { name: header.search.label })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('searchbox', { name: header.search.label })).toBeHidden()
  await expect(toggle).toBeFocused()
})

test('a blank search is not sent, and any other search is sent trimmed', { tag: '@long' }, async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: header.search.open }).first().click()
  const box = page.getByRole('searchbox', { name: header.search.label })
  await box.fill('   ')
  await box.press('Enter')
  await expect(page).toHaveURL(/\/$/)
  await box.fill('  warm oil ')
  await box.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=warm(\+|%20)oil$/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  withScripts('the menu opens, closes and links to pages', async (page) => {
    await page.goto('/')
    const menu = page.getByRole('navigation', { name: header.menu })
    await expect(menu).toBeHidden()
    await page.getByRole('button', { name: header.menu }).click()
    await expect(menu).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Book Your Appointment' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await page.getByRole('button', { name: header.menu }).click()
    await expect(page.getByRole('main').getByRole('heading', { level: 1 }), 'also for screen readers').toHaveCount(1)
    await menu.getByRole('link').last().focus()
    await page.keyboard.press('Tab')
    await expect(page.locator('main :focus, footer :focus')).toHaveCount(1)
    await expect(menu, 'the menu never covers the focused element').toBeHidden()
    await page.goto('/')
    await page.getByRole('button', { name: header.menu }).click()
    await menu.getByRole('link', { name: 'Services' }).click()
    await expect(page).toHaveURL(/\/services$/)
    await expect(page.getByRole('navigation', { name: header.menu })).toBeHidden()
  })

  test('the menu button closes the open menu', { tag: '@long' }, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: header.menu }).click()
    await expect(page.getByRole('navigation', { name: header.menu })).toBeVisible()
    await page.getByRole('button', { name: header.menu }).click()
    await expect(page.getByRole('navigation', { name: header.menu })).toBeHidden()
  })
})

for (const width of isLong ? [320, 390, 1440] : [320, 1440])
  test(`phone number and today's hours are visible without scrolling at ${width} px`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 640 })
    const phone = page.getByRole('banner').locator('a[href^="tel:"]').first()
    const today = page
      .getByRole('banner')
      .getByText(/^(Open today|Closed)/)
      .first()
    for (const path of isLong ? ['/', '/services', '/not-there', '/cart'] : ['/', '/cart']) {
      await page.goto(site.url + path)
      await expect(phone).toBeInViewport({ ratio: 1 })
      await expect(today).toBeInViewport({ ratio: 1 })
    }
    // Checks every day of the week: one line, or one for each part of the hours if there is a break.
    for (const [index, day] of weekdays.entries()) {
      const { short } = describeToday(
        { ...clinic, holidays: [] },
        Temporal.PlainDate.from('2026-11-16').add({ days: index }).toZonedDateTime(clinic.timeZone).epochMilliseconds,
      )
      await today.evaluate((element, text) => (element.textContent = text), short)
      const lines = await countLines(page.getByRole('banner').getByText(short))
      expect(lines, short).toBeLessThanOrEqual(Math.max(1, clinic.hours[day].length))
    }
  })

const countLines = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getClientRects().length
  })

test('the navigation marks the current page', { tag: '@long' }, async ({ page }) => {
  for (const [path, name] of [
    ['/', 'Home'],
    ['/services', 'Services'],
    ['/products', 'Products'],
    ['/blog', 'Blog'],
    ['/about', 'About'],
    ['/contact', 'Contact'],
  ]) {
    await page.goto(path ?? '')
    const current = page.getByRole('navigation', { name: header.navigation }).locator('[aria-current="page"]')
    await expect(current).toHaveText([name ?? ''])
  }
})

test('the first Tab focuses a link that skips to the content', async ({ page }) => {
  await page.goto('/services')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: header.skip })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#main$/)
})

test('the keyboard reaches every link of the header, and the focus is visible', async ({ page }) => {
  await page.goto('/')
  const seen: string[] = []
  for (let presses = 0; presses < 16; presses += 1) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    seen.push((await focused.getAttribute('aria-label')) ?? (await focused.textContent()) ?? '')
    const ring = await focused.evaluate((element) => getComputedStyle(element).outlineStyle)
    expect(ring, seen.at(-1)).not.toBe('none')
  }
  expect(seen).toEqual(
    expect.arrayContaining(['Services', 'Contact', header.search.open, 'Cart', 'Login', 'Book Your Appointment']),
  )
})

withScripts(
  'the page for an unknown path has header, footer and links to other pages',
  { tag: '@long' },
  async (page) => {
    const response = await page.goto('/not-there')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Services' }).click()
    await expect(page).toHaveURL(/\/services$/)
  },
)

test('a service on the home page links to its card', { tag: '@long' }, async ({ page }) => {
  const { id, title } = featuredService
  const anchor = cardAnchor(featuredService)
  await page.goto('/')
  await page.getByRole('main').locator(`a[href="/services#${anchor}"]`).first().click()
  await expect(page).toHaveURL(({ pathname, hash }) => pathname === '/services' && decodeURI(hash) === `#${anchor}`)
  const card = page.locator(`[id="${anchor}"]`)
  await expect(card).toBeInViewport()
  await card.getByRole('link', { name: /Book Appointment/ }).click()
  await expect(page).toHaveURL(({ pathname }) => pathname === `/booking/${id}`)
  await expect(page.getByRole('main')).toContainText(title)
})

withScripts('the dashboard redirects visitors to the home page', { tag: '@long' }, async (page) => {
  for (const path of ['/admin', '/admin/subscribers', '/admin/anything/else']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/$/)
  }
})
