import { isLong } from '#tests/support/timing.ts'
import { admin } from '#content/pages/admin.ts'
import { services } from '#tests/support/catalogue.ts'
import { expect } from '@playwright/test'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { activeStates } from '#app/domain/booking/appointment.ts'
import { clinicDate, clinicDayBounds } from '#app/domain/shared/clinic-time.ts'
import { adminAppointment, adminCalendar, adminNewAppointment } from '#content/pages/admin-appointments.ts'
import { attendanceSteps, nowAndNext } from '#app/routes/admin/today/words.ts'
import { connectionsPage } from '#content/pages/admin-connections.ts'
import { adminEmail } from '#content/pages/admin-mail.ts'
import { adminMessage } from '#content/pages/admin-messages.ts'
import { adminOrder } from '#content/pages/admin-orders.ts'
import { adminSections } from '#app/admin-sections.ts'
import { clinicOfThree, putAppointments, workdayAhead } from '#tests/support/calendar.ts'
import { testOnAdminSite } from '#tests/support/sites.ts'
import { signInAsAdminIn } from '#tests/support/admin.ts'
import { expectHydrated } from '#tests/support/browser-site.ts'
import { expectFineInEveryLook, firstLook } from '#tests/support/axe.ts'
import {
  bookAppointmentOn,
  bounceEmails,
  sendMessageOn,
  fillDashboard,
  unbrokenName,
} from '#tests/support/filled-dashboard.ts'
import { besideSite, look } from '#tests/support/databases.ts'
import { insertEvents, makeEvents } from '#tests/support/recount.ts'
import { feedWithClaims } from '#tests/support/feeds.ts'
import { paymentSettings } from '#tests/support/payment-server.ts'
import { putNewsletters } from '#tests/support/subscribers.ts'
import { placeOrderOn } from '#tests/support/shopper.ts'

const test = testOnAdminSite({
  // Nothing is paid.
  settings: { FEED_URL: feedWithClaims(), ...paymentSettings('http://127.0.0.1:9') },
  fill: fillDashboard,
})

test.use(firstLook)

/** Lists of records with the same parts. */
const likeServices = ['products', 'team', 'rooms', 'forms', 'plan-templates'].map((name) => `/admin/${name}`)

test('the menu leads through every section without loading the document again, and axe finds nothing there', async ({
  page,
  site,
}) => {
  await signInAsAdminIn(page)
  await page.goto(`${site.url}/admin`)
  await expectHydrated(page)
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  const menu = page.getByRole('navigation', { name: admin.sections })
  for (const { href, text } of [...adminSections.slice(1), adminSections[0]!]) {
    // A phone has most of it behind More.
    await page.setViewportSize({ width: 1440, height: 900 })
    const link = menu.getByRole('link', { name: text }).first()
    await link.press('Enter')
    await expect(page).toHaveURL(site.url + href)
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.getByRole('main')).toBeFocused()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    if (isLong || !likeServices.includes(href))
      await test.step(href, () => expectFineInEveryLook(page, { inDark: true }))
  }
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
})

test('axe finds nothing on a day, a week and a list with an appointment, and on its page', async ({ page, site }) => {
  const id = await bookAppointmentOn(site)
  const { startsAt } = await look(site, (db) =>
    db.selectFrom('appointments').select('startsAt').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  // The day may have ended since.
  const day = clinicDate(startsAt, clinicTimeZone).toString()
  await signInAsAdminIn(page)
  for (const path of [
    `?day=${day}`,
    `?view=week&day=${day}`,
    `?view=month&day=${day}`,
    `?view=list&day=${day}`,
    `/${id}`,
  ]) {
    await page.goto(`${site.url}/admin/appointments${path}`)
    await expect(page.locator('main')).toContainText('Patient 1')
    await expectFineInEveryLook(page)
  }
})

test('axe finds nothing on Today with patients who are late, there and done, and after an act', async ({
  page,
  site,
}) => {
  const id = await bookAppointmentOn(site)
  const hour = 3_600_000
  const { from } = clinicDayBounds(clinicDate(Date.now(), clinicTimeZone).toString(), clinicTimeZone)
  await look(site, async (db) => {
    const row = await db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    for (const [index, state] of activeStates.entries()) {
      const startsAt = from + index * 2 * hour
      const copy = { ...row, id: `${id}-${state}`, draftId: null, state, startsAt, endsAt: startsAt + hour }
      await db.insertInto('appointments').values(copy).execute()
    }
    // Squeezed in while the last one is there.
    const done = { state: 'completed', startsAt: from + 6.5 * hour, endsAt: from + 7.5 * hour } as const
    await db.updateTable('appointments').set(done).where('id', '=', id).execute()
  })
  await signInAsAdminIn(page)
  await page.goto(`${site.url}/admin`)
  await expect(page.getByRole('region', { name: nowAndNext.heading })).toContainText('Patient 1')
  await expectHydrated(page)
  await expectFineInEveryLook(page)
  await page.getByRole('button', { name: `${attendanceSteps['in-session']} Patient 1` }).click()
  await expect(page.getByRole('status')).toContainText(adminAppointment.state.done['in-session'])
  await expectFineInEveryLook(page)
  // Of the calendar, with an appointment opened beside it.
  await page.goto(`${site.url}/admin/appointments?open=${id}`)
  await expect(page.locator('.drawer')).toContainText(adminAppointment.state.heading)
  await expectFineInEveryLook(page)
})

test('axe finds nothing on a new appointment, with a patient found, a time chosen and a past day', async ({
  page,
  site,
}) => {
  await signInAsAdminIn(page)
  const path = `${site.url}/admin/appointments/new`
  const anyDay = Temporal.Now.plainDateISO(clinicTimeZone).add({ weeks: 3 }).toString()
  const earlier = { name: 'Wren Quill', phone: '(205) 555-0177', service: services[0]!.id, anyDay, anyTime: '06:00' }
  await page.request.post(path, { form: { ...earlier, intent: 'anyway' } })
  await page.goto(path)
  await expectFineInEveryLook(page)
  await page.getByLabel(adminNewAppointment.known.label).fill('quill')
  await page.getByLabel(adminNewAppointment.known.label).press('Enter')
  await expect(page.getByRole('button', { name: 'Wren Quill' })).toBeVisible()
  await expectFineInEveryLook(page)
  await page.getByRole('button', { name: 'Wren Quill' }).click()
  await expect(page.locator('#name')).toHaveValue(earlier.name)
  await page.locator('.slot').filter({ visible: true }).first().click()
  await expect(page.getByText(adminNewAppointment.yours)).toBeVisible()
  await page.locator('[name="anyDay"]').fill('2020-01-01')
  await page.locator('[name="anyTime"]').fill('09:00')
  await page.getByRole('button', { name: adminNewAppointment.anyway.button }).click()
  await expect(page.getByText(adminNewAppointment.anyway.past)).toBeVisible()
  await expectFineInEveryLook(page)
})

test('axe finds nothing on an order, a message and a failed email, before and after each is handled', async ({
  page,
  site,
}) => {
  const order = await placeOrderOn(site)
  const message = await sendMessageOn(site, { name: unbrokenName, message: 'Hello' })
  const [email = ''] = await bounceEmails(site, 'contact-message')
  await signInAsAdminIn(page)
  await page.request.post(`/admin/messages/${message}`, { form: { intent: 'reply', text: 'Hello to you, too.' } })
  await page.goto('/admin/messages/undelivered')
  await expectFineInEveryLook(page)
  for (const [path, button] of [
    [`/admin/orders/${order.number}`, adminOrder.state.to.confirmed],
    [`/admin/messages/${message}`, adminMessage.handle.button],
    [`/admin/mail/${email}`, adminEmail.handle.button],
  ]) {
    await page.goto(site.url + path)
    await expectFineInEveryLook(page)
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(page.getByRole('status')).toBeFocused()
    await expectFineInEveryLook(page)
  }
})

test('axe finds nothing on chosen rows, and on lists without rows', async ({ page, site }) => {
  await sendMessageOn(site)
  await signInAsAdminIn(page)
  await page.goto(`${site.url}/admin/messages`)
  await page.getByRole('checkbox').first().check()
  await expectFineInEveryLook(page)
  for (const list of ['orders?q=nothing', 'mail?q=nothing', 'audit?day=2001-01-01']) {
    await page.goto(`${site.url}/admin/${list}`)
    await expect(page.locator('.empty-list')).toBeVisible()
    await expectFineInEveryLook(page)
  }
})

test('axe finds nothing after a successful or failed connection test', async ({ page, site }) => {
  await look(site, (db) =>
    db
      .insertInto('connectionTests')
      .values({
        service: 'map',
        askedAt: Date.now(),
        answeredAt: Date.now(),
        ok: 0,
        reason: 'status-403',
        said: unbrokenName,
      })
      .execute(),
  )
  await signInAsAdminIn(page)
  await page.goto(`${site.url}/admin/connections`)
  await page.getByRole('button', { name: `${connectionsPage.button}: ${connectionsPage.titles.feed}` }).click()
  await expect(page.getByRole('status')).toBeFocused()
  await expect(page.locator('main')).toContainText(connectionsPage.status('403'))
  await expectFineInEveryLook(page)
})

test('axe finds nothing on a newsletter in any state', async ({ page, site }) => {
  await signInAsAdminIn(page)
  // A newsletter being sent polls its progress, which would replace the page while axe checks it.
  await page.route(/\/admin\/newsletter\//, (route) =>
    route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
  )
  // Like one that is scheduled, and like one that is done.
  const alike = isLong ? [] : ['late', 'cancelled']
  const newsletters = await look(site, putNewsletters)
  for (const { path, shows } of newsletters.filter(({ name }) => !alike.includes(name))) {
    await page.goto(site.url + path)
    await expect(page.getByText(shows).first()).toBeVisible()
    // The email's frame blocks scripts, including axe.
    await expectFineInEveryLook(page, { exclude: '.preview' })
  }
})

test('axe finds nothing on Insights with figures, with every table open', async ({ page, site }) => {
  const events = { seed: 3, now: Date.now(), days: 120, appointments: 500, orders: 120, emails: 300, visits: 300 }
  await besideSite(site, (database) => insertEvents(database, makeEvents(events)))
  await signInAsAdminIn(page)
  await page.goto(`${site.url}/admin/insights`)
  await page.locator('details').evaluateAll((all) => all.forEach((details) => details.setAttribute('open', '')))
  await expect(page.locator('main figure')).not.toHaveCount(0)
  await expectFineInEveryLook(page)
})

test('axe finds nothing while an appointment is moved and while a time is chosen by keys', async ({ page, site }) => {
  const day = workdayAhead(7)
  site.setBooking?.(clinicOfThree)
  await putAppointments(site.database!, [{ day, start: '10:00', person: 'meera', room: 'neem', name: unbrokenName }])
  await signInAsAdminIn(page)
  for (const view of ['day', 'week'])
    for (const width of isLong ? [390, 1440] : [view === 'day' ? 390 : 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`${site.url}/admin/appointments?view=${view}&day=${day.toString()}`)
      await expectHydrated(page)
      // Other tests of this file have put appointments that are over, or erased.
      await page.locator(`[data-appointment][aria-label*="${unbrokenName}"]`).press('Shift+ArrowDown')
      await expect(page.locator('.cal-lift')).toBeVisible()
      await expectFineInEveryLook(page, { widths: [width] })
      await page.getByRole('button', { name: adminCalendar.moving.choose }).focus()
      await expect(page.locator('.cal-new')).toBeVisible()
      await expectFineInEveryLook(page, { widths: [width] })
    }
})
