import { chromium, type Locator, type Page } from '@playwright/test'
import { adminAppointment, adminCalendar, adminNewAppointment } from '#content/pages/admin-appointments.ts'
import { attendanceSteps } from '#app/routes/admin/today/words.ts'
import { adminMessage } from '#content/pages/admin-messages.ts'
import { adminOrder, adminOrders, orderStates } from '#content/pages/admin-orders.ts'
import { admin } from '#content/pages/admin.ts'
import { adminSettings, signInAsAdminIn } from '#tests/support/admin.ts'
import { browserLaunch } from '#tests/support/browser.ts'
import { startSiteOn } from '#tests/support/databases.ts'
import { bookAppointmentOn, fillDashboard } from '#tests/support/filled-dashboard.ts'
import { expectHydrated } from '#tests/support/browser-site.ts'
import type { Deps } from './deps.ts'
import { atMost, type Figure, type Outcome, percentile } from './figure.ts'

/** A browser four times slower than this machine's, as on an old phone. */
const slowness = 4
const limitMs = 100
const runs = 20

/** `begin` is the page where it begins, or what comes before it there. `untilDone` waits for the act's effect. */
type Act = {
  name: string
  begin: (page: Page) => Promise<unknown>
  act: (page: Page) => Promise<unknown>
  untilDone: (page: Page) => Promise<unknown>
  putBack?: (page: Page) => Promise<unknown>
}

/** Each takes back what it changed, so that it can be done again. */
const commonestActs = (): Act[] => {
  const section = (page: Page, name: string) =>
    page.getByRole('navigation', { name: admin.sections }).getByRole('link', { name: new RegExp(`^${name}`) })
  const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name }).first()
  const attendance = adminAppointment.state.done
  const undo = (page: Page) => page.getByRole('button', { name: admin.undo })
  const says = (text: string) => (page: Page) => page.getByText(text).waitFor()
  const pressUndo = (text: string) => async (page: Page) => {
    await undo(page).click()
    await says(text)(page)
  }
  const firstOrder = (page: Page) => page.getByRole('checkbox', { name: adminOrders.bulk.choose('') }).first()
  const checkIn = (page: Page) => press(button(page, attendanceSteps.arrived ?? ''))
  return [
    {
      name: 'Open a section from the menu',
      begin: open('/admin'),
      act: (page) => press(section(page, adminOrders.title)),
      untilDone: (page) => page.waitForURL('**/admin/orders'),
    },
    {
      name: 'Open an order from its row',
      begin: open('/admin/orders'),
      act: (page) => press(page.locator('tbody a.leads').first()),
      untilDone: (page) => page.waitForURL('**/admin/orders/*'),
    },
    {
      name: 'Check in on Today',
      begin: open('/admin'),
      act: checkIn,
      untilDone: says(attendance.arrived),
      putBack: pressUndo(attendance.confirmed),
    },
    {
      name: 'Undo on Today',
      begin: async (page) => {
        await open('/admin')(page)
        await checkIn(page)
        await says(attendance.arrived)(page)
      },
      act: (page) => press(undo(page)),
      untilDone: says(attendance.confirmed),
    },
    {
      name: 'Handle a message in the list',
      begin: open('/admin/messages'),
      act: (page) => press(button(page, adminMessage.handle.button)),
      untilDone: says(adminMessage.handle.done),
      putBack: pressUndo(adminMessage.reopen.done),
    },
    {
      name: 'Choose an order in the list',
      begin: open('/admin/orders'),
      act: (page) => press(firstOrder(page)),
      untilDone: (page) => page.getByText(admin.choose.count(1)).waitFor(),
      putBack: (page) => firstOrder(page).uncheck(),
    },
    {
      name: 'Change the chosen orders',
      begin: async (page) => {
        await open('/admin/orders')(page)
        await firstOrder(page).check()
      },
      act: (page) => press(button(page, adminOrder.state.to.confirmed)),
      untilDone: says(adminOrders.bulk.changed(1, orderStates.confirmed, 0)),
      putBack: pressUndo(adminOrders.bulk.restored(1, 0)),
    },
    {
      name: 'Search',
      begin: open('/admin/orders'),
      act: async (page) => {
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox', { name: admin.search }).waitFor()
        await page.waitForTimeout(holdMs)
        await page.keyboard.press('m')
      },
      untilDone: (page) => page.getByRole('option').first().waitFor(),
      putBack: (page) => page.keyboard.press('Escape'),
    },
    {
      name: 'Next week in the calendar',
      begin: open('/admin/appointments?view=week'),
      act: (page) => press(page.getByRole('link', { name: adminCalendar.later, exact: true })),
      untilDone: (page) => page.waitForURL(/day=/),
    },
    {
      name: 'Choose a time for an appointment',
      begin: open('/admin/appointments/new'),
      act: (page) => press(page.locator('.slot').filter({ visible: true }).first()),
      untilDone: (page) => page.getByText(adminNewAppointment.yours).waitFor(),
    },
  ]
}

/** A person reads before acting, and holds a button down for a while. */
const [readMs, holdMs] = [300, 80]

const open = (path: string) => async (page: Page) => {
  await page.goto(path)
  await expectHydrated(page)
  await page.waitForTimeout(readMs)
}

/** By the mouse itself: before a click of its own, Playwright runs scripts in the page, which would be measured. */
async function press(target: Locator) {
  const page = target.page()
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error(`${target} is not visible`)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.waitForTimeout(holdMs)
  await page.mouse.down()
  await page.waitForTimeout(holdMs)
  await page.mouse.up()
}

/** From the press of a button or key until the page shows that it was pressed. */
export async function dashboardActs({ quick }: Deps): Promise<Outcome> {
  const site = await startSiteOn('sqlite', { ...adminSettings, LOG_LEVEL: 'error' })
  const browser = await chromium.launch(await browserLaunch())
  try {
    await fillDashboard(site)
    await bookAppointmentOn(site)
    const page = await browser.newPage({ baseURL: site.url })
    await signInAsAdminIn(page, site)
    await page.addInitScript(observeInteractions)
    await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowness })
    const figures: Figure[] = []
    for (const act of commonestActs()) {
      const times: number[] = []
      for (let run = 0; run < (quick ? 2 : runs); run += 1) times.push(await measure(page, act))
      figures.push(
        atMost(limitMs, {
          name: `${act.name}, until the next paint`,
          value: percentile(times, 95),
          unit: 'ms',
          from: `p95 of ${times.length} runs, CPU slowed down ${slowness} times`,
        }),
      )
    }
    return { figures }
  } finally {
    await browser.close()
    await site.stop()
  }
}

async function measure(page: Page, { begin, act, untilDone, putBack }: Act) {
  await begin(page)
  await page.evaluate(forgetInteractions)
  await act(page)
  await untilDone(page)
  const slowest = await page.evaluate(slowestInteraction)
  await putBack?.(page)
  return slowest
}

// What follows runs in the page. Event Timing rounds to 8 ms, and says nothing of an interaction below 16 ms.

declare global {
  interface Window {
    interactions: number[]
  }
}

function observeInteractions() {
  window.interactions = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[])
      if (entry.interactionId > 0) window.interactions.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

const forgetInteractions = () => void (window.interactions = [])

/** After two frames, in which the entry of the last interaction arrives. */
async function slowestInteraction() {
  for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame)
  return Math.max(16, ...window.interactions)
}
