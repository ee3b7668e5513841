import { expect } from '@playwright/test'
import { testOnItsOwnAdminSite } from '#tests/support/sites.ts'
import { adminSettings, confirmWithPasswordIn, signInAsAdminIn } from '#tests/support/admin.ts'
import { look } from '#tests/support/databases.ts'
import { expectFineInEveryLook } from '#tests/support/axe.ts'
import { setLastSeen } from '#tests/support/browser-site.ts'
import { placeOrderOn } from '#tests/support/shopper.ts'
import { forms } from '#content/forms.ts'
import { admin } from '#content/pages/admin.ts'
import { adminOrder, orderStates } from '#content/pages/admin-orders.ts'
import { unlockPage as words } from '#content/pages/admin-unlock.ts'

const test = testOnItsOwnAdminSite()
const minute = 60_000

test('a post after the lock is done once unlocked', { tag: '@long' }, async ({ page, site }) => {
  const { number } = await placeOrderOn(site)
  await signInAsAdminIn(page)
  await page.goto(`/admin/orders/${number}`)
  await setLastSeen(site, 31 * minute)
  await page.getByRole('button', { name: adminOrder.state.to.ready }).click()
  await expect(page.getByText(words.why.idle)).toBeVisible()
  await expectFineInEveryLook(page)
  await confirmWithPasswordIn(page)
  await expect(page.getByRole('status')).toContainText(adminOrder.state.changed(orderStates.ready))
})

test('a page opened from the menu after the lock opens once unlocked', { tag: '@long' }, async ({ page, site }) => {
  await signInAsAdminIn(page)
  await page.goto('/admin')
  await setLastSeen(site, 31 * minute)
  await page.getByRole('navigation', { name: admin.sections }).getByRole('link', { name: 'Messages' }).click()
  await expect(page.getByText(words.why.idle)).toBeVisible()
  await confirmWithPasswordIn(page)
  await expect(page).toHaveURL('/admin/messages')
})

test('the dashboard locks after 30 idle minutes, and shows the page and the input again after unlocking', async ({
  page,
  context,
  site,
}) => {
  const lastSeen = () => look(site, (db) => db.selectFrom('workingDays').select('lastSeenAt').execute())
  await page.clock.install()
  await signInAsAdminIn(page)
  await page.goto('/admin/subscribers')
  const typed = page.getByLabel('Email').first()
  await typed.fill('half@example.com')
  const heading = page.getByRole('heading', { level: 1 })
  const shown = (await heading.textContent()) ?? ''

  // The admin is active in another tab, so the dashboard stays open.
  await setLastSeen(site, minute)
  await page.clock.fastForward(31 * minute)
  await expect(heading).toHaveText(shown)

  await setLastSeen(site, 31 * minute)
  const before = await lastSeen()
  // As when a laptop wakes up before its network: the page hides, and asks once it can.
  await context.setOffline(true)
  await page.clock.fastForward(31 * minute)
  await expect(heading).toBeHidden()
  await context.setOffline(false)
  await page.clock.fastForward(5_000)
  await expect(page.getByText(words.why.idle)).toBeVisible()
  await expect(typed).toBeHidden()
  await expect(page.getByRole('navigation').first()).toBeHidden()
  expect(await lastSeen(), 'the check itself does not count as activity').toEqual(before)

  await expectFineInEveryLook(page)
  const password = page.getByLabel(words.password)
  await password.fill('typed without a connection')
  await context.setOffline(true)
  await page.getByRole('button', { name: words.button }).click()
  await expect(page.getByText(forms.offline)).toBeVisible()
  await expect(password).toHaveValue('typed without a connection')
  await context.setOffline(false)
  await password.fill('a wrong guess')
  await page.getByRole('button', { name: words.button }).click()
  await expect(page.getByText(words.wrongPassword)).toBeVisible()
  await expect(password).toBeFocused()
  await expect(typed).toBeHidden()
  await password.fill(adminSettings.ADMIN_PASSWORD)
  await page.getByRole('button', { name: words.button }).click()
  await expect(heading).toHaveText(shown)
  await expect(typed).toHaveValue('half@example.com')
  await expect(typed).toBeFocused()
})
