import type { Locator, Page } from '@playwright/test'
import {
  adminAppointment,
  adminCalendar,
  adminForms,
  adminMove,
  adminNewAppointment,
} from '#content/pages/admin-appointments.ts'
import { shortcutsPage } from '#app/routes/admin/frame/shortcuts-words.ts'
import { admin } from '#content/pages/admin.ts'
import { adminErrorPages } from '#app/routes/admin/error-words.ts'
import { clinicOfThree, putAppointments, workdayAhead } from '#tests/support/calendar.ts'
import { type AdminSite, testOnItsOwnAdminSite } from '#tests/support/sites.ts'
import { clinicAdmin, signInAsAdmin, signInAsAdminIn } from '#tests/support/admin.ts'
import { expectNoAxeFindings } from '#tests/support/axe.ts'
import { expect, watching, expectHydrated } from '#tests/support/browser-site.ts'
import { publishForm } from '#tests/support/clinic-forms.ts'

const nineToFive = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].flatMap((weekday) => [
    [`${weekday}-opens-0`, '9 am'],
    [`${weekday}-closes-0`, '5 pm'],
    [`${weekday}-opens-1`, ''],
    [`${weekday}-closes-1`, ''],
  ]),
)

const test = testOnItsOwnAdminSite({
  fill: async (site) => {
    site.setBooking?.(clinicOfThree)
    await (await clinicAdmin(site)).press('hours', nineToFive)
  },
}).extend(watching)

test.use({ viewport: { width: 1440, height: 1000 } })

const day = workdayAhead(7)
const weekday = day.toLocaleString('en-US', { weekday: 'long' })
const path = `/admin/appointments?day=${day.toString()}`

const put = (site: AdminSite) =>
  putAppointments(site.database!, [
    { day, start: '10:00', person: 'meera', room: 'tulsi', name: 'Helen Marsh' },
    { day, start: '13:00', person: 'asha', room: 'lotus', name: 'Luis Ortega' },
  ])

async function open(page: Page) {
  await signInAsAdminIn(page)
  await page.goto(path)
  await expectHydrated(page)
}

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test(
  'an appointment is dragged to another practitioner and time, and Undo puts it back',
  { tag: '@long' },
  async ({ page, site }) => {
    await put(site)
    await open(page)
    const helen = page.getByRole('link', { name: /Helen Marsh/ })
    const from = (await helen.boundingBox())!
    const to = (await column(page, 'Asha Thomas').locator('.cal-time').boundingBox())!
    await page.mouse.move(from.x + 20, from.y + 10)
    await page.mouse.down()
    // Onto Luis Ortega, then to a free time: an hour is 80 pixels.
    await page.mouse.move(to.x + 40, from.y + 10 + 3 * 80, { steps: 4 })
    await expect(page.locator('.cal-lift')).toContainText(adminCalendar.moving.fits.taken)
    await page.mouse.move(to.x + 40, from.y + 10 + 40, { steps: 4 })
    await expect(page.locator('.cal-lift')).toContainText(adminCalendar.moving.fits.free)
    await page.mouse.up()
    await expect(page.getByText(adminMove.moved(`${weekday} 10:30 am`, 'Asha Thomas'))).toBeVisible()
    await expect(column(page, 'Asha Thomas').getByRole('link', { name: /10:30 am.*Helen Marsh/ })).toBeVisible()
    await page.getByRole('button', { name: admin.undo }).click()
    await expect(page.getByText(adminMove.movedBack(`${weekday} 10 am`, 'Meera Iyer'))).toBeVisible()
    await expect(column(page, 'Meera Iyer').getByRole('link', { name: /10 am.*Helen Marsh/ })).toBeVisible()
  },
)

test(
  'the last move of a pointer counts even if it is lifted in the same moment',
  { tag: '@long' },
  async ({ page, site }) => {
    await put(site)
    await open(page)
    const helen = page.getByRole('link', { name: /Helen Marsh/ })
    const { x, y } = (await helen.boundingBox())!
    await page.mouse.move(x + 20, y + 10)
    await page.mouse.down()
    await helen.evaluate(
      (link, at) => {
        const event = { bubbles: true, pointerId: 1, pointerType: 'mouse', clientX: at.x, buttons: 1 }
        // An hour is 80 pixels.
        link.dispatchEvent(new PointerEvent('pointermove', { ...event, clientY: at.y + 80 }))
        link.dispatchEvent(new PointerEvent('pointerup', { ...event, clientY: at.y + 80 }))
      },
      { x: x + 20, y: y + 10 },
    )
    await expect(page.getByText(adminMove.moved(`${weekday} 11 am`, 'Meera Iyer'))).toBeVisible()
    await page.mouse.up()
  },
)

test('the keyboard moves an appointment, says where to, and Escape puts it back', async ({ page, site }) => {
  await put(site)
  await open(page)
  await page.getByRole('link', { name: /Luis Ortega/ }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('link', { name: /Helen Marsh/ })).toBeFocused()
  await page.keyboard.press('Shift+ArrowDown')
  const status = page.getByRole('status')
  await expect(
    status.filter({ hasText: `${weekday} 10:15 am, with Meera Iyer: ${adminCalendar.moving.fits.free}` }),
  ).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(page.locator('.cal-lift')).toHaveCount(0)
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByText(adminMove.moved(`${weekday} 10:15 am`, 'Daniel Cho'))).toBeVisible()
  await expect(column(page, 'Daniel Cho').getByRole('link', { name: /Helen Marsh/ })).toBeFocused()

  await page.goto(`${path}&by=room`)
  await expectHydrated(page)
  await page.getByRole('link', { name: /Luis Ortega/ }).focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(
    status.filter({ hasText: `${weekday} 1 pm, in Neem room: ${adminCalendar.moving.fits.free}` }),
  ).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(page.getByText(adminMove.movedToRoom('Neem room'))).toBeVisible()
  await expect(column(page, 'Neem room').getByRole('link', { name: /Luis Ortega/ })).toBeVisible()
})

test('a time that another person took meanwhile puts the appointment back, with the reason', async ({ page, site }) => {
  await put(site)
  await open(page)
  await putAppointments(site.database!, [
    { day, start: '10:00', person: 'daniel', room: 'neem', name: 'Somebody Else' },
  ])
  await page.getByRole('link', { name: /Helen Marsh/ }).focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(adminMove.taken)
  await expect(column(page, 'Meera Iyer').getByRole('link', { name: /Helen Marsh/ })).toBeVisible()
})

test('an appointment opens beside the calendar, is acted on there, and Escape leads back to it', async ({
  page,
  site,
}) => {
  await put(site)
  await open(page)
  await page.getByRole('link', { name: /Helen Marsh/ }).click()
  const drawer = page.locator('.drawer')
  await expect(drawer.getByRole('heading', { name: 'Helen Marsh' })).toBeFocused()
  // What to do with it stands above what is only read.
  const bottomOfActs = await drawer
    .locator('#appointment-state')
    .evaluate((acts) => acts.getBoundingClientRect().bottom)
  const topOfDetails = await drawer.locator('dl').evaluate((details) => details.getBoundingClientRect().top)
  expect(bottomOfActs).toBeLessThanOrEqual(topOfDetails)
  await drawer.getByRole('button', { name: adminAppointment.state.cancel }).click()
  await expect(page.getByText(adminAppointment.state.done.cancelled)).toBeVisible()
  await expect(drawer).toContainText('Canceled')
  await expect(drawer.locator(':focus')).toHaveText(adminAppointment.state.undo)
  await page.keyboard.press('z')
  await expect(page.getByText(adminAppointment.state.restored)).toBeVisible()
  await expect(drawer.locator(':focus')).toBeVisible()
  await drawer.getByRole('link', { name: adminAppointment.drawer.next }).click()
  await expect(drawer.getByRole('heading', { name: 'Luis Ortega' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(page.getByRole('link', { name: /Luis Ortega/ })).toBeFocused()
  // It covers the calendar, where the focus would be out of sight.
  await page.keyboard.press('Enter')
  await expect(drawer.getByRole('heading', { name: 'Luis Ortega' })).toBeFocused()
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Shift+Tab')
  await expect(drawer).toHaveCount(0)
  await expect(page.getByRole('link', { name: /Luis Ortega/ })).toBeFocused()
})

test(
  'an appointment that was erased before it opens beside the calendar is said to be gone, in the dashboard',
  { tag: '@long' },
  async ({ page, site }) => {
    await put(site)
    await open(page)
    await site.database!.db.deleteFrom('appointments').where('name', '=', 'Helen Marsh').execute()
    await page.getByRole('link', { name: /Helen Marsh/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(adminErrorPages.notFound.title)
    await expectNoAxeFindings(page)
    await page.reload()
    await expect(page.getByText(adminCalendar.missing)).toBeVisible()
    await expect(page.getByRole('link', { name: /Luis Ortega/ })).toBeVisible()
  },
)

test(
  'an appointment that opens beside the calendar says which form is not signed yet',
  { tag: '@long' },
  async ({ page, site }) => {
    await publishForm(await signInAsAdmin(site))
    await put(site)
    await open(page)
    await page.getByRole('link', { name: /Helen Marsh/ }).click()
    const forms = page.locator('.drawer').getByRole('region', { name: adminForms.heading })
    await expect(forms).toContainText('Intake')
    await expect(forms.getByText(adminForms.status.due)).toBeVisible()
    await expectNoAxeFindings(page)
  },
)

test('empty time that a finger or keys choose becomes a new appointment or blocked time, stretched by its edge', async ({
  page,
}) => {
  await open(page)
  const { block, moving } = adminCalendar
  const cursor = page.getByRole('button', { name: moving.choose })
  await cursor.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText(/9:15 am to 10:30 am, with Daniel Cho: Free/)).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: adminNewAppointment.heading })).toBeVisible()
  await expect(page).toHaveURL(/who=daniel/)

  await page.goto(path)
  await expectHydrated(page)
  await cursor.press('ArrowDown')
  await page.keyboard.press('b')
  await expect(page.getByLabel(block.fromTime)).toHaveValue('09:15')
  await expect(page.getByLabel(block.untilTime)).toHaveValue('10:15')
  await expect(page.getByLabel(block.who)).toHaveValue('person:meera')

  await page.goto(path)
  await expectHydrated(page)
  const box = (await column(page, 'Asha Thomas').locator('.cal-time').boundingBox())!
  const at = { x: box.x + 60, y: box.y + 100 }
  const touch = await page.context().newCDPSession(page)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  await expect(page.locator('.cal-new')).toBeVisible()
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(page).toHaveURL(/appointments\/new\?.*who=asha/)

  await page.goto(`${path}#block`)
  await expectHydrated(page)
  await page.getByLabel(block.fromTime).fill('12:00')
  await page.getByLabel(block.untilTime).fill('13:00')
  await page.getByLabel(block.who).selectOption('Meera Iyer')
  await page.getByRole('button', { name: block.button }).click()
  const edge = page.getByRole('button', { name: `${moving.edges.until}, 1 pm` })
  await edge.press('ArrowDown')
  await expect(page.getByText(moving.stretched('12 pm to 1:15 pm', moving.fits.free)).first()).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(page.getByText(block.changed(`${weekday} 12 pm to ${weekday} 1:15 pm`))).toBeVisible()
  await page.getByRole('button', { name: admin.undo }).click()
  await expect(edge).toBeVisible()
  // A finger need not rest on an edge.
  await edge.scrollIntoViewIfNeeded()
  const handle = (await edge.boundingBox())!
  const point = { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
  for (const down of [10, 40])
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ ...point, y: handle.y + handle.height + down }],
    })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(page.getByText(block.changed(`${weekday} 12 pm to ${weekday} 1:30 pm`))).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true })

  test('a finger that rests moves an appointment, and one that swipes scrolls', async ({ page, site }) => {
    await put(site)
    await page.clock.install()
    await signInAsAdminIn(page)
    await page.goto(`${path}&with=meera`)
    await expectHydrated(page)
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints })
    const helen = page.getByRole('link', { name: /Helen Marsh/ })
    const middleOf = async (locator: Locator) => {
      await locator.scrollIntoViewIfNeeded()
      const { x, y, width, height } = (await locator.boundingBox())!
      return { x: x + width / 2, y: y + height / 2 }
    }

    const at = await middleOf(helen)
    await touch('touchStart', at)
    for (const up of [20, 60, 120]) await touch('touchMove', { ...at, y: at.y - up })
    await touch('touchEnd')
    await expect(page.locator('.cal-lift')).toHaveCount(0)
    const scrolled = () => page.evaluate(() => scrollY)
    await expect.poll(scrolled).toBeGreaterThan(50)
    // A touch while it still scrolls would only stop it.
    let last = await scrolled()
    await expect.poll(async () => last === (last = await scrolled())).toBe(true)

    // A browser without a moment to ask the page may still take the touch for a scroll, which puts the appointment back.
    await expect(async () => {
      const from = await middleOf(helen)
      await touch('touchStart', from)
      await page.clock.fastForward(400)
      await expect(page.locator('.cal-lift')).toBeVisible()
      // An hour is 84 pixels.
      await touch('touchMove', { ...from, y: from.y + 84 })
      await touch('touchEnd')
      await expect(page.getByText(adminMove.moved(`${weekday} 11 am`, 'Meera Iyer'))).toBeVisible({ timeout: 10_000 })
    }).toPass()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 } })

  test(
    'the arrow keys follow a week by time, and a moved appointment is shown among the others',
    { tag: '@long' },
    async ({ page, site }) => {
      await put(site)
      await putAppointments(site.database!, [
        { day, start: '09:00', person: 'daniel', room: 'neem', name: 'Dan Early' },
      ])
      await signInAsAdminIn(page)
      await page.goto(`${path}&view=week`)
      await expectHydrated(page)
      const dan = page.getByRole('link', { name: /Dan Early/ })
      await dan.focus()
      await page.keyboard.press('ArrowDown')
      await expect(page.getByRole('link', { name: /Helen Marsh/ })).toBeFocused()
      await page.keyboard.press('ArrowUp')
      await expect(dan).toBeFocused()
      await page.keyboard.press('Shift+ArrowDown')
      const tops = await page
        .locator('.cal-lift, [data-appointment]')
        .evaluateAll((all) => all.map((one) => [one.getBoundingClientRect().top, one.textContent] as const))
      const inOrder = tops.toSorted(([a], [b]) => a - b).map(([, text]) => /Dan|Helen|Luis/.exec(text)?.[0])
      expect(inOrder).toEqual(['Dan', 'Dan', 'Helen', 'Luis'])
    },
  )
})

test(
  'without scripts the calendar has no buttons that only scripts act on',
  { tag: '@long' },
  async ({ pageWithoutScripts, site }) => {
    await put(site)
    await signInAsAdminIn(pageWithoutScripts, site)
    await pageWithoutScripts.goto(`${site.url}${path}`)
    await expect(pageWithoutScripts.getByRole('link', { name: /Helen Marsh/ }).first()).toBeVisible()
    await expect(pageWithoutScripts.getByRole('button', { name: adminCalendar.moving.choose })).toHaveCount(0)
    await expect(pageWithoutScripts.locator('.cal-edge').filter({ visible: true })).toHaveCount(0)
  },
)

test('the phone number in a list is dialed, not the appointment opened', { tag: '@long' }, async ({ page, site }) => {
  await put(site)
  await open(page)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`${path}&view=list`)
    await page.locator('td a[href^="tel:"]').first().click({ trial: true, timeout: 5_000 })
  }
})

test('keys show other views and open the form that blocks time', { tag: '@long' }, async ({ page }) => {
  await open(page)
  await page.keyboard.press('l')
  await expect(page).toHaveURL(/view=list/)
  await page.keyboard.press('d')
  await expect(page.getByRole('link', { name: adminCalendar.views.day, exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText(shortcutsPage.views.month)
  await page.keyboard.press('Escape')
  await page.keyboard.press('b')
  await expect(page.getByLabel(adminCalendar.block.from)).toBeFocused()
  await page.keyboard.press('l')
  await expect(page).not.toHaveURL(/view=list/)
})
