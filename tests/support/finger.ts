import { expect, type Page } from '@playwright/test'

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
