import { expect } from '@playwright/test'
import { admin } from '#content/pages/admin.ts'
import { adminOrders, orderStates } from '#content/pages/admin-orders.ts'
import { todayPage } from '#app/routes/admin/today/words.ts'
import { look } from '#tests/support/databases.ts'
import { sendMessageOn } from '#tests/support/filled-dashboard.ts'
import { testOnItsOwnAdminSite } from '#tests/support/sites.ts'
import { placeOrderOn } from '#tests/support/shopper.ts'
import { signInAsAdmin, signInAsAdminIn } from '#tests/support/admin.ts'
import { expectHydrated } from '#tests/support/browser-site.ts'

const test = testOnItsOwnAdminSite()

test('what others do appears on Today and in the menu within five seconds, and is no activity of the admin', async ({
  page,
  site,
}) => {
  await page.clock.install()
  await signInAsAdminIn(page)
  await page.goto('/admin')
  await expectHydrated(page)
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  const lastSeen = () => look(site, (db) => db.selectFrom('workingDays').select('lastSeenAt').execute())
  const seen = await lastSeen()
  const main = page.getByRole('main')
  const orders = page.getByRole('navigation', { name: admin.sections }).getByRole('link', { name: /^Orders/ })
  const pass = () => page.clock.fastForward(5_000)

  const { number } = await placeOrderOn(site)
  await pass()
  await expect(main.getByRole('link', { name: number })).toBeVisible()
  await expect(orders).toHaveAccessibleName(`Orders 1 ${admin.waiting}`)
  await sendMessageOn(site)
  await pass()
  await expect(main.getByRole('link', { name: 'Grace Kim' })).toBeVisible()

  const colleague = await signInAsAdmin(site)
  await colleague.post(`/admin/orders/${number}`, { from: 'new', to: 'confirmed' })
  await pass()
  await expect(main.getByRole('link', { name: number })).toHaveCount(0)
  await expect(orders).toHaveAccessibleName('Orders')
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
  expect((await lastSeen())[0]).toEqual(seen[0])
  await expect(main).not.toContainText(todayPage.nothing)
})

test('an open list and an open record follow what others do', { tag: '@long' }, async ({ page, site, context }) => {
  await page.clock.install()
  const { number } = await placeOrderOn(site)
  await signInAsAdminIn(page)
  const list = await context.newPage()
  await list.clock.install()
  await page.goto(`/admin/orders/${number}`)
  await list.goto('/admin/orders')
  for (const tab of [page, list]) await expectHydrated(tab)
  const typed = list.getByLabel(adminOrders.search.label)
  await typed.fill('half a name')

  const colleague = await signInAsAdmin(site)
  await colleague.post(`/admin/orders/${number}`, { from: 'new', to: 'ready' })
  for (const tab of [page, list]) await tab.clock.fastForward(5_000)
  await expect(page.locator('#order-tag')).toHaveText(orderStates.ready)
  await expect(list.getByRole('row').filter({ hasText: number })).toContainText(orderStates.ready)
  await expect(typed).toHaveValue('half a name')
})

test(
  'a page that follows others stays as it is while the site is away',
  { tag: '@long' },
  async ({ page, context }) => {
    await page.clock.install()
    await signInAsAdminIn(page)
    await page.goto('/admin')
    await expectHydrated(page)
    const heading = page.getByRole('heading', { level: 1 })
    const day = (await heading.textContent()) ?? ''
    await context.setOffline(true)
    const failed = page.waitForEvent('requestfailed', (request) => /admin\.data/.test(request.url()))
    await page.clock.fastForward(5_000)
    await failed
    await expect(heading).toHaveText(day)
    await context.setOffline(false)
  },
)

test('pages still open without a reload after their code could not be loaded ahead', async ({ page }) => {
  const code = /\/orders-[^/]+\.js$/
  await page.clock.install()
  await signInAsAdminIn(page)
  await page.route(code, (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (request) => code.test(request.url()))
  await page.goto('/admin/subscribers')
  await expectHydrated(page)
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  await page.clock.fastForward(5_000)
  await failed
  await page.unroute(code)

  await page
    .getByRole('navigation', { name: admin.sections })
    .getByRole('link', { name: /^Orders/ })
    .click()
  await expect(page).toHaveURL('/admin/orders')
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
})

test('an answer that takes long is not taken for the latest', { tag: '@long' }, async ({ page }) => {
  await page.clock.install()
  await signInAsAdminIn(page)
  await page.goto('/admin/subscribers')
  await expectHydrated(page)
  const answers: ((release: string) => Promise<void>)[] = []
  await page.route('/admin/waiting*', (route) => {
    answers.push((release) => route.fulfill({ json: { waiting: {}, release } }))
  })
  const ready = page.getByText(admin.release.ready)
  await page.clock.fastForward(5_000)
  await expect.poll(() => answers.length).toBe(1)
  await page.clock.fastForward(5_000)
  // Requests arrive in order: a second question would be here now.
  await page.evaluate(() => fetch('/visitor'))
  expect(answers).toHaveLength(1)
  await answers[0]?.('the next one')
  await expect(ready).toBeVisible()
  await page.clock.fastForward(5_000)
  await expect.poll(() => answers.length).toBe(2)
})

test('a new release asks to reload, keeps what was typed, and comes with the next page', async ({ page }) => {
  await page.clock.install()
  await signInAsAdminIn(page)
  const preloaded = page.waitForResponse(/\/calendar-/)
  await page.goto('/admin/subscribers')
  await expectHydrated(page)
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  const stayed = () => page.evaluate(() => 'stayed' in window)
  const answered = page.waitForResponse(/\/admin\/waiting/)
  await page.clock.fastForward(5_000)
  await answered
  await preloaded
  await expect(page.getByText(admin.release.ready)).toHaveCount(0)

  const email = page.getByLabel('Email').first()
  await email.fill('half@example.com')
  await page.route('/admin/waiting*', (route) => route.fulfill({ json: { waiting: {}, release: 'the next one' } }))
  await page.clock.fastForward(5_000)
  await expect(page.getByText(admin.release.ready)).toBeVisible()
  await page.getByRole('link', { name: admin.release.reload }).click()
  await expect(page.getByText(admin.release.unsent)).toBeVisible()
  await expect(email).toHaveValue('half@example.com')
  expect(await stayed()).toBe(true)
  await email.fill('')
  await page.getByRole('navigation', { name: admin.sections }).getByRole('link', { name: 'Messages' }).click()
  await expect(page).toHaveURL('/admin/messages')
  expect(await stayed()).toBe(false)
})
