import type { Page } from '@playwright/test'
import { appointmentPage, movePage } from '#content/pages/appointment.ts'
import { deliveredBooking as booking } from '#app/domain/booking/live-booking.server.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { addressLine } from '#content/site.ts'
import { bookingPage, widget } from '#content/pages/booking.ts'
import { expect, test } from '#tests/support/browser-site.ts'
import { expectNoAxeFindings } from '#tests/support/axe.ts'
import { bookingOfAService, textsOf } from '#tests/support/pages.ts'
import { isLong } from '#tests/support/timing.ts'

const clinic = contentFacts(Date.now())

const inFrame = (page: Page) => page.frameLocator('iframe')
let people = 0

async function fillIn(page: Page) {
  people += 1
  const { name, email, phone, health } = bookingPage.fields
  await page.goto(bookingOfAService)
  await page.getByLabel(name, { exact: true }).fill('Maya Thomas')
  await page.locator('main').getByLabel(email, { exact: true }).fill(`maya${people}@example.com`)
  await page.getByLabel(phone, { exact: true }).fill(`(205) 555-4${String(Date.now()).slice(-3)}`)
  await page.getByLabel(health, { exact: true }).fill('tired in the evening')
  await page.getByRole('button', { name: bookingPage.button }).click()
  await page.waitForURL(({ pathname }) => pathname === '/booking/time')
}

type Way = { isPhone: boolean; scripts: boolean }

/** Chooses the last time of a day next month, so that the patient can still change it. */
async function chooseDayAndTime(page: Page, { isPhone, scripts }: Way) {
  const frame = inFrame(page)
  const another = frame.getByRole('link', { name: widget.anotherDay }).and(frame.locator(':visible'))
  if (isPhone) await another.click()
  const next = frame.getByRole('link', { name: /^Next month/ })
  const title = ((await next.getAttribute('aria-label')) ?? '').replace(/^Next month, /, '')
  await next.click()
  await expect(frame.locator('#month')).toHaveText(title)
  await expect(frame.locator('#month')).toBeFocused()
  // Not the first day: it may be too soon to be changed if today is the last day of a month.
  const day = frame.getByRole('link', { name: /times free$/ }).last()
  await day.scrollIntoViewIfNeeded()
  const scrolled = () => page.evaluate(() => scrollY)
  const before = scripts ? await scrolled() : 0
  await day.click()
  await expect(frame.locator('#day')).toBeFocused()
  if (scripts) expect(await scrolled(), 'the page around the frame does not scroll').toBe(before)
  await frame
    .getByRole('link', { name: /, \d+ minutes$/ })
    .and(frame.locator(':visible'))
    .last()
    .click()
  await expect(frame.locator('#confirm')).toBeFocused()
}

async function confirm(page: Page, { scripts }: Pick<Way, 'scripts'>) {
  await inFrame(page).getByRole('button', { name: widget.confirm }).click()
  if (!scripts) {
    // Day, time and address.
    await expect(inFrame(page).locator('main')).toContainText(/day, \w+ \d+[^]*\d (am|pm)/)
    await expect(inFrame(page).locator('main')).toContainText(addressLine(clinic))
    await inFrame(page).getByRole('link', { name: widget.seeIt }).click()
  }
  await page.waitForURL('**/appointments/**')
  if (!scripts) return
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect.poll(() => page.locator('.tick').evaluate(isUncovered), 'not under the header').toBe(true)
}

function isUncovered(element: Element) {
  const { left, top } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + 1, top + 1))
}

// The test below covers scripts on a wide screen.
for (const { javaScriptEnabled, width } of [
  { javaScriptEnabled: true, width: 320 },
  { javaScriptEnabled: false, width: 1440 },
])
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} scripts, ${width} px`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 900 } })

    test('an appointment is booked, moved, canceled and restored', async ({ page }) => {
      await fillIn(page)
      const way = { isPhone: width < 960, scripts: javaScriptEnabled }
      await chooseDayAndTime(page, way)
      await confirm(page, way)
      await expect(page.getByText(textsOf('appointment').states.confirmed)).toBeVisible()

      await page.getByRole('link', { name: appointmentPage.move }).click()
      const before = await page.locator('.phead .lead').textContent()
      await page.locator('.times .slot').last().click()
      await expect(page.locator('#confirm')).toContainText(widget.yours)
      await page.getByRole('button', { name: movePage.button }).click()
      await page.waitForURL(({ pathname }) => /^\/appointments\/[^/]+$/.test(pathname))
      expect(before).not.toContain((await page.locator('.ap-day').textContent()) ?? '')

      const heading = page.getByRole('heading', { level: 1 })
      await page.getByRole('button', { name: appointmentPage.cancel }).click()
      await expect(page.getByRole('button', { name: appointmentPage.undo })).toBeVisible()
      await expect(heading).toBeFocused()
      await page.getByRole('button', { name: appointmentPage.undo }).click()
      await expect(page.getByRole('button', { name: appointmentPage.cancel })).toBeVisible()
      await expect(heading).toBeFocused()
    })
  })

test(
  'the slower of two patients with the same time sees the nearest free times in the frame, and books one',
  { tag: '@long' },
  async ({ page, browser, baseURL }) => {
    const way = { isPhone: false, scripts: true }
    await fillIn(page)
    await chooseDayAndTime(page, way)
    // The clinic accepts as many appointments at the same time as it has staff and rooms.
    const places = Math.min(Math.max(booking.practitioners.length, 1), booking.rooms.length)
    for (let taken = 0; taken < places; taken += 1) {
      const other = await browser.newPage({ baseURL: baseURL! })
      await fillIn(other)
      await chooseDayAndTime(other, way)
      await confirm(other, way)
      await other.close()
    }

    await inFrame(page).getByRole('button', { name: widget.confirm }).click()
    await expect(inFrame(page).getByRole('alert')).toContainText(widget.taken)
    const nearest = inFrame(page).locator('.nearest a')
    await expect(nearest).toHaveCount(3)
    await nearest.first().click()
    // A press before the focus moves would still book the previous time.
    await expect(inFrame(page).locator('#confirm')).toBeFocused()
    await confirm(page, way)
    await expect(page.getByText(textsOf('appointment').states.confirmed)).toBeVisible()
  },
)

test('the button shows that the booking is being sent and ignores a second press, and the frame reports a missing connection', async ({
  page,
  context,
}) => {
  const way = { isPhone: false, scripts: true }
  await fillIn(page)
  await chooseDayAndTime(page, way)
  await context.setOffline(true)
  await inFrame(page).getByRole('button', { name: widget.confirm }).click()
  await expect(inFrame(page).getByRole('alert')).toContainText(widget.offline(clinic))
  await context.setOffline(false)

  let presses = 0
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/booking/widget*', async (route) => {
    if (route.request().method() === 'POST') {
      presses += 1
      await held
    }
    await route.continue()
  })
  await inFrame(page).getByRole('button', { name: widget.confirm }).click()
  const pending = inFrame(page).getByRole('button', { name: widget.pending })
  await expect(pending).toHaveAttribute('aria-disabled', 'true')
  await pending.click({ force: true })
  release()
  await page.waitForURL('**/appointments/**')
  expect(presses).toBe(1)
})

test(
  'no URL contains personal data, and confirming without a time asks for one',
  { tag: '@long' },
  async ({ page, site }) => {
    const addresses: string[] = []
    // Without the site's origin, whose port may be any number.
    page.on('request', (request) => addresses.push(request.url().replace(site.url, '')))
    await fillIn(page)
    await inFrame(page).getByRole('button', { name: widget.confirm }).click()
    await expect(inFrame(page).getByRole('alert')).toContainText(widget.chooseTime)
    expect(addresses.join('\n')).not.toMatch(/maya|thomas|555\D*4|tired/i)
  },
)

test('every step of the widget fits into its frame, and axe finds no issues in it or around it', async ({ page }) => {
  await fillIn(page)
  await expectNoAxeFindings(page)
  await page.goto('/booking/widget')
  const findLink = async (name: string | RegExp, within = '#widget') =>
    (await page.locator(within).getByRole('link', { name }).first().getAttribute('href'))!
  const month = await findLink(/^Next month/, '.month')
  await page.goto(month)
  const day = await findLink(/times free$/)
  await page.goto(day)
  const time = await findLink(/, \d+ minutes$/, '.times')
  const steps = ['/booking/widget', month, day, time, time.replace(/&at=\d+/, '&at=1000')]
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 1000 })
    for (const step of isLong || width === 320 ? steps : [time]) {
      await page.goto('about:blank')
      await page.goto(step)
      await expectToFit(page, `${width} ${step}`)
      // On a wide screen, every step shows the same parts, the chosen time the most.
      if (width === 320 || step === time) await expectNoAxeFindings(page)
      if (/at=\d{5}/.test(step)) continue
      await page.getByRole('button', { name: widget.confirm }).click()
      await expect(page.getByRole('alert')).toContainText(widget.chooseTime)
      await expectToFit(page, `${width} ${step}, without a time`)
    }
  }
})

async function expectToFit(page: Page, where: string) {
  const size = await page.evaluate(() => {
    const { scrollWidth, scrollHeight, clientWidth } = document.documentElement
    return { scrollWidth, scrollHeight, clientWidth, times: document.querySelectorAll('.times .slot').length }
  })
  // A day with more than 16 times may scroll in the frame.
  if (size.times <= 16) expect(size.scrollHeight, where).toBeLessThanOrEqual(1000)
  expect(size.scrollWidth, where).toBe(size.clientWidth)
}
