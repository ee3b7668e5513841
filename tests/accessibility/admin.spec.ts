import { expect } from '@playwright/test'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { adminNewAppointment } from '#content/pages/admin-appointments.ts'
import { services } from '#content/services.ts'
import { connectionsPage } from '#content/pages/admin-connections.ts'
import { adminEmail } from '#content/pages/admin-mail.ts'
import { adminMessage } from '#content/pages/admin-messages.ts'
import { adminOrder } from '#content/pages/admin-orders.ts'
import { adminSections } from '#app/admin-sections.ts'
import { onSharedPage, testOnAdminSite } from '#tests/support/sites.ts'
import { signInAsAdminIn } from '../support/admin.ts'
import { expectFineInEveryLook, firstLook } from '../support/axe.ts'
import { bookAppointmentOn, bounceEmails, sendMessageOn } from '#tests/support/filled-dashboard.ts'
import { look } from '../support/databases.ts'
import { feedWithClaims } from '#tests/support/feeds.ts'
import { fillDashboard, unbrokenName } from '../support/filled-dashboard.ts'
import { putNewsletters } from '#tests/support/subscribers.ts'
import { placeOrderOn } from '#tests/support/shopper.ts'

const test = testOnAdminSite({ settings: { FEED_URL: feedWithClaims() }, fill: fillDashboard })

test.use(firstLook)

for (const { href } of adminSections)
  test.extend(onSharedPage)(`axe finds nothing on ${href}, and nothing overflows sideways`, async ({ page, site }) => {
    await signInAsAdminIn(page, site)
    await page.goto(site.url + href)
    await expect(page).toHaveURL(site.url + href)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expectFineInEveryLook(page)
  })

test('axe finds nothing on a day, a week and a list with an appointment, and on its page', async ({ page, site }) => {
  const id = await bookAppointmentOn(site)
  const { startsAt } = await look(site, (db) =>
    db.selectFrom('appointments').select('startsAt').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  // The day may have ended since.
  const day = clinicDate(startsAt, clinicTimeZone).toString()
  await signInAsAdminIn(page)
  for (const path of [`?day=${day}`, `?view=week&day=${day}`, `?view=list&day=${day}`, `/${id}`]) {
    await page.goto(`${site.url}/admin/appointments${path}`)
    await expect(page.locator('main')).toContainText('Patient 1')
    await expectFineInEveryLook(page)
  }
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
  await page.locator('.soonest .slot').first().click()
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
  for (const { path, shows } of await look(site, putNewsletters)) {
    await page.goto(site.url + path)
    await expect(page.getByText(shows).first()).toBeVisible()
    // The email's frame blocks scripts, including axe.
    await expectFineInEveryLook(page, { exclude: '.preview' })
  }
})
