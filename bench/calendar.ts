import { chromium, type Page } from '@playwright/test'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { adminSettings, signInAsAdminIn } from '#tests/support/admin.ts'
import { browserLaunch } from '#tests/support/browser.ts'
import { putAppointments } from '#tests/support/calendar.ts'
import { startSiteOn } from '#tests/support/databases.ts'
import { expectHydrated } from '#tests/support/browser-site.ts'
import type { Deps } from './deps.ts'
import { atMost, type Figure, forInformation, type Outcome, percentile } from './figure.ts'
import { busyBooking } from './full-calendar.ts'
import { longestTask } from './longest-task.ts'

/** How much slower than this machine the browser runs. */
const slowdown = 4

/** Acts in a week with 400 appointments: how long the browser's main thread runs script without a break. */
export async function calendar({ quick }: Deps): Promise<Outcome> {
  const site = await startSiteOn('sqlite', { ...adminSettings, LOG_LEVEL: 'error' })
  const browser = await chromium.launch(await browserLaunch())
  try {
    const monday = nextMonday()
    site.setBooking?.(busyBooking)
    for (const week of [0, 1]) await putAppointments(site.database!, fullWeek(monday.add({ weeks: week })), busyBooking)
    const page = await browser.newPage({ baseURL: site.url, viewport: { width: 1440, height: 1000 } })
    await signInAsAdminIn(page)
    await page.goto(`/admin/appointments?view=week&day=${monday.toString()}`)
    await expectHydrated(page)
    await page.locator('.ev').nth(399).waitFor()
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const runs = quick ? 3 : 20
    const figures: Figure[] = []
    for (const [name, act] of Object.entries(acts)) {
      // Once before, as after the first minute of work.
      await act(page)
      const longest: { script: number; task: number }[] = []
      for (let run = 0; run < runs; run += 1) longest.push(await longestTask(browser, page, () => act(page)))
      const week = `A week of 400 appointments, ${slowdown} times slower, ${name}`
      const [script, task] = [longest.map((each) => each.script), longest.map((each) => each.task)]
      const measured = { unit: 'ms', from: `p95 of ${runs} runs` }
      figures.push(
        atMost(50, { name: `${week}: the longest script`, value: percentile(script, 95), ...measured }),
        forInformation({ name: `${week}: the longest task`, value: percentile(task, 95), ...measured }),
      )
    }
    return { figures }
  } finally {
    await browser.close()
    await site.stop()
  }
}

const acts: Record<string, (page: Page) => Promise<void>> = {
  'an appointment dragged over the days': drag,
  'another week opened': openOtherWeek,
  'an appointment opened beside it': openDrawer,
}

/** Over all days and back, and put back with Escape. */
async function drag(page: Page) {
  const event = (await page.locator('.ev').first().boundingBox())!
  const grid = (await page.locator('.cal').boundingBox())!
  const y = event.y + event.height / 2
  await page.mouse.move(event.x + 5, y)
  await page.mouse.down()
  await page.mouse.move(grid.x + grid.width - 20, y + 150, { steps: 15 })
  await page.locator('.cal-lift').waitFor()
  await page.mouse.move(event.x + 5, y + 50, { steps: 15 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await page.locator('.cal-lift').waitFor({ state: 'detached' })
}

/** The next one, and back. */
async function openOtherWeek(page: Page) {
  for (const rel of ['next', 'prev']) {
    const heading = await page.locator('h1').textContent()
    await press(page, `.cal-tools a[rel=${rel}]`)
    await page.locator('h1', { hasNotText: heading! }).waitFor()
  }
}

async function openDrawer(page: Page) {
  await press(page, '.ev')
  await page.locator('.drawer .dl').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.drawer').waitFor({ state: 'detached' })
}

/** By its place: Playwright's own search for roles and for what covers a link would count as work of the page. */
async function press(page: Page, selector: string) {
  const { x, y, width, height } = (await page.locator(selector).first().boundingBox())!
  await page.mouse.click(x + width / 2, y + height / 2)
}

function nextMonday() {
  const today = Temporal.Now.plainDateISO(clinicTimeZone)
  return today.add({ days: 8 - today.dayOfWeek })
}

/** 16 appointments of half an hour for each of five practitioners on five days. */
const fullWeek = (monday: Temporal.PlainDate) =>
  Array.from({ length: 5 }, (_, ahead) => monday.add({ days: ahead })).flatMap((day) =>
    busyBooking.practitioners.flatMap(({ id }) =>
      Array.from({ length: 16 }, (_, index) => ({
        day,
        start: Temporal.PlainTime.from('09:00')
          .add({ minutes: index * 30 })
          .toString(),
        minutes: 30,
        person: id,
        room: `room-${id}`,
        name: `${['Maya', 'Robert', 'Priya', 'Eleanor'][index % 4]} ${['Thomas', 'Bartholomew', 'Kim'][index % 3]}`,
      })),
    ),
  )
