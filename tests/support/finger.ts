import { expect, type Locator, type Page } from '@playwright/test'

/** Moves a finger over the page, which then glides on for a moment: a tap in that time would only stop it. */
export async function swipe(page: Page, from: number, by: number) {
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 120, y }] })
  await touch('touchStart', from)
  for (let step = 1; step <= 8; step++) await touch('touchMove', from + (by * step) / 8)
  await touch('touchEnd')
  await client.detach()
  let before = Number.NaN
  const rests = async () => {
    const last = before
    before = await page.evaluate(() => scrollY)
    return before === last
  }
  await expect.poll(rests, { intervals: [200] }).toBe(true)
}

/** Scrolls down to a button as a person does, and presses it there. Playwright's own scrolling would hide a lost tap. */
export async function swipeToAndTap(page: Page, button: Locator) {
  const { height } = page.viewportSize()!
  const box = async () => (await button.boundingBox())!
  for (let swipes = 0; (await box()).y > height - 200; swipes++) {
    expect(swipes, 'swipes').toBeLessThan(40)
    await swipe(page, height - 200, -Math.min(500, Math.max(120, (await box()).y - height / 2)))
  }
  const { x, y, width, height: own } = await box()
  expect(y).toBeGreaterThan(0)
  await page.touchscreen.tap(x + width / 2, y + own / 2)
}
