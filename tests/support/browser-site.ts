import { isLong } from './timing.ts'
import {
  expect,
  type Fixtures,
  type Locator,
  type Page,
  type PlaywrightTestArgs,
  type TestDetails,
  type Frame,
} from '@playwright/test'
import { type AdminSite, testOnCommonSite } from './sites.ts'
import { look } from './databases.ts'

type Watched = {
  /** Fails the test if the page sent a request to another origin or logged an unexpected error. */
  watched: void
}

/** Fixtures for every browser test on a site. */
export const watching: Fixtures<Watched, object, PlaywrightTestArgs & { site: AdminSite }> = {
  watched: [
    async ({ page, site }, use) => {
      const foreign: string[] = []
      const errors: string[] = []
      page.on('request', (request) => {
        if (!request.url().startsWith(site.url) && !request.url().startsWith('data:')) foreign.push(request.url())
      })
      page.on('console', (message) => {
        // Chromium logs an error for every response of 400 or more, which a test may expect.
        if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) errors.push(message.text())
      })
      page.on('pageerror', (error) => errors.push(String(error)))
      await use()
      expect(foreign, 'requests to other origins').toEqual([])
      expect(errors, 'errors in the console').toEqual([])
    },
    { auto: true },
  ],
}

/** Runs journeys against the built site. */
export const test = testOnCommonSite.extend<Watched>(watching)

/**
 * Whether pages run scripts. What a form posts without them is proved by the HTTP tests, so in a browser only booking,
 * contact, newsletter, order and login do without, and everything in `npm run test:long`.
 */
export const scriptWays: readonly boolean[] = isLong ? [true, false] : [true]

/** In `npm run test:long` also on a wide screen, and in light colors. */
export const usualWidths: readonly number[] = isLong ? [390, 1440] : [390]
export const usualColors: readonly ('light' | 'dark')[] = isLong ? ['light', 'dark'] : ['dark']

type Journey = (page: Page) => Promise<void>

const inWays =
  (ways: readonly boolean[]) =>
  (name: string, ...[details, journey]: [Journey] | [TestDetails, Journey]) => {
    for (const javaScriptEnabled of ways)
      test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
        test.use({ javaScriptEnabled })
        if (journey) test(name, details as TestDetails, ({ page }) => journey(page))
        else test(name, ({ page }) => (details as Journey)(page))
      })
  }

/** Runs a journey in each of `scriptWays`. */
export const withScripts = inWays(scriptWays)

/** Runs a journey in a browser with scripts and in one without. */
export const withAndWithoutScripts = inWays([true, false])

export { expect }

/**
 * Presses twice within the page, before any response can arrive: between two presses by Playwright there might be enough
 * time for a response.
 */
export const pressTwice = (button: Locator) =>
  button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })

/** What React keeps at the document it hydrates. */
type Container = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } }

/** Waits until React handles the page, the keys that its effects listen for included. */
export async function expectHydrated(page: Page | Frame) {
  await expect.poll(() => page.evaluate(isHydrated)).toBe(true)
  // Effects run in a task after the first frame.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  )
}

const isHydrated = () => {
  const [, container] = Object.entries(document).find(([key]) => key.startsWith('__reactContainer')) ?? []
  return (container as Container | undefined)?.stateNode.current.memoizedState.isDehydrated === false
}

const minute = 60_000

/** As if the admin had last been active so long ago on every device. */
export const setLastSeen = (site: Parameters<typeof look>[0], ago: number) =>
  look(site, async (db) => {
    const sessions = await db.selectFrom('sessions').select('id').execute()
    const day = { openedAt: Date.now() - 60 * minute, lastSeenAt: Date.now() - ago, steppedUpAt: null }
    for (const { id } of sessions)
      await db
        .insertInto('workingDays')
        .values({ sessionId: id, ...day })
        .onConflict((conflict) => conflict.column('sessionId').doUpdateSet(day))
        .execute()
  })

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
