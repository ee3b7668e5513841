import { expect, type Page } from '@playwright/test'
import { goodPassword, newAddress, press } from '#tests/support/accounts.ts'
import { confirmWithPasswordIn, signInAsAdminByHand, signInAsAdminIn } from '#tests/support/admin.ts'
import { expectFineInEveryLook } from '#tests/support/axe.ts'
import { look } from '#tests/support/databases.ts'
import { setLastSeen } from '#tests/support/browser-site.ts'
import { type AdminSite, startSiteAtLocalhost, test as base } from '#tests/support/sites.ts'
import { unlockPage } from '#content/pages/admin-unlock.ts'
import { loginPage } from '#content/pages/login.ts'
import { passkeys as words } from '#content/pages/passkeys.ts'
import { todayPage } from '#app/routes/admin/today/words.ts'

const test = base.extend<{ settings: Record<string, string>; site: AdminSite }>({
  settings: [{}, { option: true }],
  site: async ({ settings }, use) => {
    const site = await startSiteAtLocalhost(settings)
    await use(site)
    await site.stop()
  },
  baseURL: async ({ site }, use) => use(site.url),
})
test.use({ viewport: { width: 390, height: 844 } })

const security = '/admin/security'

/** The phone's own authenticator, whose owner is there and shows it each time. */
async function withDevice(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Somebody else holds the phone. */
    refuse: () => client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }),
    passkeys: async () => (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  }
}

async function addOnSecurity(page: Page) {
  await page.goto(security)
  await page.getByRole('button', { name: words.start }).click()
  await confirmWithPasswordIn(page)
  await page.getByLabel(words.create.name).fill('My phone')
  await page.getByRole('button', { name: words.create.button }).click()
  await expect(page.getByRole('status')).toContainText(words.done.added)
}

const openToday = async (page: Page) => {
  await page.goto('/admin')
  await expect(page).toHaveTitle(new RegExp(todayPage.title))
}

test('an admin adds a passkey, logs in with one press and the device, and confirms with it', async ({
  page,
  context,
  site,
}) => {
  const device = await withDevice(page)
  await signInAsAdminIn(page)
  await page.goto(security)
  await expect(page.getByText(words.none)).toBeVisible()
  await expectFineInEveryLook(page)
  await page.getByRole('button', { name: words.start }).click()
  await confirmWithPasswordIn(page)
  await expect(page.getByLabel(words.create.name)).toBeFocused()
  await expectFineInEveryLook(page)
  await page.getByLabel(words.create.name).fill('My phone')
  await page.getByRole('button', { name: words.create.button }).click()
  await expect(page.getByRole('status')).toContainText(words.done.added)
  await expect(page.getByText('My phone')).toBeVisible()
  expect(await device.passkeys()).toBe(1)
  await expectFineInEveryLook(page)

  await context.clearCookies()
  await page.goto('/login?next=%2Fadmin')
  await expectFineInEveryLook(page)
  await page.getByRole('button', { name: words.login.button }).click()
  await page.waitForURL('/admin')
  await expect(page).toHaveTitle(new RegExp(todayPage.title))

  await page.goto(security)
  await page.getByRole('button', { name: words.start }).click()
  await expect(page.getByLabel(unlockPage.password)).toBeVisible()
  await expectFineInEveryLook(page)
  await page.getByRole('button', { name: words.unlock.button }).click()
  await page.getByRole('button', { name: words.create.button }).click()
  await expect(page.getByText(words.create.failed), 'the device has one already').toBeVisible()

  await setLastSeen(site, 31 * 60_000)
  await page.goto('/admin/messages')
  await expect(page.getByText(unlockPage.why.idle)).toBeVisible()
  await device.refuse()
  await page.getByRole('button', { name: words.unlock.button }).click()
  await expect(page.getByText(words.unlock.failed)).toBeVisible()
  await expectFineInEveryLook(page)
  await confirmWithPasswordIn(page)
  await expect(page).toHaveURL('/admin/messages')
})

test(
  'a page that locked itself opens with a passkey, and keeps what was typed',
  { tag: '@long' },
  async ({ page, site }) => {
    await withDevice(page)
    await page.clock.install()
    await signInAsAdminIn(page)
    await addOnSecurity(page)
    await page.goto('/admin/subscribers')
    const typed = page.getByLabel('Email').first()
    await typed.fill('half@example.com')
    await setLastSeen(site, 31 * 60_000)
    await page.clock.fastForward(31 * 60_000)
    await page.getByRole('button', { name: words.unlock.button }).click()
    await expect(typed).toHaveValue('half@example.com')
  },
)

test('a patient adds, renames and removes a passkey in the profile', async ({ page, context, site }) => {
  const device = await withDevice(page)
  const email = newAddress()
  await page.request.post('/login?mode=sign-up', { form: { email, password: goodPassword }, maxRedirects: 0 })
  await look(site, (db) => db.updateTable('users').set({ emailVerified: 1 }).where('email', '=', email).execute())
  await page.goto('/profile')
  const part = page.locator('#passkeys')
  await part.getByLabel(words.password).fill('not the password')
  await press(page, words.start)
  await expect(part.getByLabel(words.password)).toHaveAttribute('aria-invalid', 'true')
  await part.getByLabel(words.password).fill(goodPassword)
  await press(page, words.start)
  await expectFineInEveryLook(page)
  await press(page, words.create.button)
  await expect(part.getByRole('status')).toHaveText(words.done.added)
  expect(await device.passkeys()).toBe(1)

  await part.getByText(words.rename.summary).click()
  await part.getByLabel(words.rename.name).fill('Old phone')
  await press(page, words.rename.button)
  await expect(part.getByText('Old phone')).toBeVisible()
  await expectFineInEveryLook(page)

  await context.clearCookies()
  await page.goto('/login?next=%2Fprofile')
  await press(page, words.login.button)
  await page.waitForURL('/profile')
  await press(page, words.removeOf('Old phone'))
  await expect(part.getByText(words.none)).toBeVisible()

  await context.clearCookies()
  await page.goto('/login')
  await press(page, words.login.button)
  await expect(page.getByText(words.login.wrong), 'the device still has it').toBeVisible()
  await device.refuse()
  await press(page, words.login.button)
  await expect(page.getByText(words.login.failed)).toBeVisible()
})

test.describe('where two-factor authentication is required', () => {
  test.use({ settings: { ADMIN_SECOND_FACTOR: 'required' } })

  test('a passkey is enough, and the password alone is not', { tag: '@long' }, async ({ page, context }) => {
    await withDevice(page)
    await signInAsAdminIn(page)
    await page.goto('/admin')
    await expect(page).toHaveURL(security)
    await addOnSecurity(page)
    await openToday(page)

    await context.clearCookies()
    await signInAsAdminIn(page)
    await page.goto('/admin')
    await expect(page.getByText(unlockPage.why.passkey)).toBeVisible()
    await expect(page.getByLabel(unlockPage.password)).toHaveCount(0)
    await expectFineInEveryLook(page)
    await page.getByRole('button', { name: words.unlock.button }).click()
    await expect(page).toHaveTitle(new RegExp(todayPage.title))

    await page.goto(security)
    await page.getByRole('button', { name: words.removeOf('My phone') }).click()
    await expect(page.getByText(words.last.text)).toBeVisible()
    await expectFineInEveryLook(page)
    await page.getByRole('button', { name: words.last.button }).click()
    await expect(page.getByText(words.none)).toBeVisible()
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the password remains, and nothing offers a passkey', { tag: '@long' }, async ({ page }) => {
    await signInAsAdminByHand(page)
    await page.goto(security)
    await expect(page.getByText(words.unsupported)).toBeVisible()
    await expect(page.getByRole('button', { name: words.start })).toHaveCount(0)
    await page.context().clearCookies()
    await page.goto('/login')
    await expect(page.getByRole('main').getByRole('button', { name: loginPage.login.button })).toBeVisible()
    await expect(page.getByRole('button', { name: words.login.button })).toBeHidden()
  })
})
