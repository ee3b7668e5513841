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

/** Scrolls to a button as a person does, and presses it there. Playwright's own scrolling would hide a lost tap. */
export async function swipeToAndTap(page: Page, button: Locator) {
  const middle = page.viewportSize()!.height / 2
  const box = async () => (await button.boundingBox())!
  // Above it, the header stays; a page that glided too far is swiped back.
  const missing = async () => (await box()).y - middle
  for (let swipes = 0; Math.abs(await missing()) > middle / 2; swipes++) {
    expect(swipes, 'swipes').toBeLessThan(40)
    const by = (-Math.sign(await missing()) * middle) / 2
    await swipe(page, middle - by / 2, by)
  }
  const { x, y, width, height } = await box()
  await page.touchscreen.tap(x + width / 2, y + height / 2)
}
