import { expect } from '@playwright/test'
import { subscribersPath } from '#app/domain/newsletter/subscriber.ts'
import { testOnCommonSite } from '#tests/support/sites.ts'
import { signInAsAdminIn } from '#tests/support/admin.ts'
import { look } from '#tests/support/databases.ts'
import { expectHydrated, scriptWays } from '#tests/support/browser-site.ts'
import { emptySubscriberList, listSubscribers } from '#tests/support/subscribers.ts'
import { admin } from '#content/pages/admin.ts'
import { subscribersPage as words } from '#app/routes/admin/subscribers/words.ts'
import { rejectedWords } from '#app/routes/admin/rejected-words.ts'

/** The tests share a site; each starts with the same list. */
const test = testOnCommonSite.extend<{ list: void }>({
  list: [
    async ({ site }, use) => {
      await look(site, async (db) => {
        await emptySubscriberList(db)
        await listSubscribers(db, [
          { email: 'maya@example.com', subscriptionDate: Date.UTC(2026, 4, 5, 15) },
          { email: 'rosa@example.com', state: 'bounced' },
          { email: 'lin@example.org' },
        ])
      })
      await use()
    },
    { auto: true },
  ],
})

const emailField = { name: words.email, exact: true }
const rowOf = (email: string) => ({ hasText: email })

// The keyboard test below covers scripts on a wide screen.
for (const javaScriptEnabled of scriptWays)
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test('the admin adds, corrects, deletes and restores a subscriber', { tag: '@long' }, async ({ page }) => {
      await signInAsAdminIn(page)
      await page.goto(subscribersPath)
      await page.getByRole('textbox', emailField).fill('nadia@example.com')
      await page.getByRole('button', { name: words.addButton }).click()
      await expect(page.getByRole('status').filter({ hasText: words.added('nadia@example.com') })).toBeFocused()
      await expect(page.getByText(words.total(4))).toBeVisible()

      const row = page.getByRole('row')
      await page.getByRole('button', { name: `${words.edit}${words.of('lin@example.org')}` }).click()
      const field = page.locator('.editing').getByLabel(words.email)
      await expect(field).toBeFocused()
      await expect(field).toHaveValue('lin@example.org')
      await field.fill('maya@example.com')
      await page.getByRole('button', { name: words.save }).click()
      await expect(page.getByText(words.taken)).toBeVisible()
      await expect(field).toHaveValue('maya@example.com')
      await field.fill('lin@example.com')
      await field.press('Enter')
      await expect(page.getByText(words.saved('lin@example.com'))).toBeVisible()
      await expect(page.locator('.editing')).toHaveCount(0)
      await page.reload()
      await expect(page.locator('.editing')).toHaveCount(0)

      // On a phone, the other buttons are inside the row.
      await page.getByRole('button', { name: `${words.edit}${words.of('lin@example.com')}` }).click()
      await page.locator('.editing').getByRole('button', { name: words.delete }).click()
      await expect(page.getByText(words.deleted('lin@example.com'))).toBeVisible()
      await expect(page.locator('table').getByText('lin@example.com')).toHaveCount(0)
      await page.getByRole('button', { name: words.undo }).click()
      await expect(page.getByText(words.restored('lin@example.com'))).toBeVisible()
      await expect(row.filter(rowOf('lin@example.com'))).toBeVisible()
    })

    test(
      'the admin searches a domain, filters by status, and resets a bounced address',
      { tag: '@long' },
      async ({ page }) => {
        await signInAsAdminIn(page)
        await page.goto(subscribersPath)
        await page.getByLabel(words.searchLabel).fill('@EXAMPLE.ORG')
        await page.getByRole('button', { name: words.search, exact: true }).click()
        await expect(page.locator('tbody tr')).toHaveText([/lin@example\.org/])
        await page.getByRole('link', { name: words.clear }).click()
        await expect(page.getByLabel(words.searchLabel)).toHaveValue('')
        await page.getByRole('link', { name: words.states.bounced }).click()
        await expect(page.locator('tbody tr')).toHaveText([/rosa@example\.com/])
        await page.getByRole('button', { name: words.edit }).click()
        await page.getByRole('button', { name: words.reset }).click()
        await expect(page.getByText(words.wasReset('rosa@example.com'))).toBeVisible()
        await expect(page.getByText(words.noneInState.text)).toBeVisible()
      },
    )
  })

test('a row opens on a tap anywhere on a phone, and is at least 64 px high', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAsAdminIn(page)
  await page.goto(subscribersPath)
  const row = page.locator('tbody tr', rowOf('maya@example.com'))
  const box = (await row.boundingBox())!
  expect(box.height).toBeGreaterThanOrEqual(64)
  await page.mouse.click(box.x + 12, box.y + box.height - 8)
  await expect(page.locator('.editing').getByLabel(words.email)).toHaveValue('maya@example.com')
})

test('the admin corrects a subscriber with the keyboard alone', { tag: '@long' }, async ({ page }) => {
  await signInAsAdminIn(page)
  await page.goto(subscribersPath)
  const edit = page.getByRole('button', { name: `${words.edit}${words.of('maya@example.com')}` })
  for (let presses = 0; presses < 60 && !(await edit.evaluate((one) => one === document.activeElement)); presses += 1)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const field = page.locator('.editing').getByLabel(words.email)
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(edit).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await field.fill('maya@example.net')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: words.saved('maya@example.net') })).toBeFocused()
})

test('the admin selects rows by key, deletes them, takes it back, and turns the page without a reload', async ({
  page,
  site,
}) => {
  await look(site, (db) =>
    listSubscribers(
      db,
      Array.from({ length: 60 }, (_, index) => ({ email: `reader-${index}@example.org` })),
    ),
  )
  await signInAsAdminIn(page)
  await page.goto(`${subscribersPath}?state=subscribed`)
  await expectHydrated(page)
  await page.evaluate(() => document.body.setAttribute('data-same-document', ''))
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await expect(page.getByText(admin.choose.count(2))).toBeVisible()
  // The bar comes after all rows.
  await page.keyboard.press('a')
  await expect(page.getByRole('button', { name: admin.choose.all })).toBeFocused()
  await page.locator('.bulk').getByRole('button', { name: words.delete }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: words.bulk.deleted(2, 0) })).toBeFocused()
  await page.keyboard.press('z')
  await expect(page.getByText(words.bulk.restored(2, 0))).toBeVisible()

  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: admin.choose.all }).click()
  await expect(page.getByText(admin.choose.count(50))).toBeVisible()
  await page.getByRole('link', { name: words.later }).click()
  await expect(page).toHaveURL(/state=subscribed&after=/)
  await expect(page.locator('#list')).toBeFocused()
  await expect(page.locator('.bulk')).toBeHidden()
  await page.getByRole('link', { name: words.earlier }).click()
  await expect(page).toHaveURL(/state=subscribed&before=/)
  await expect(page.locator('body[data-same-document]')).toHaveCount(1)
})

test('what was typed when the session had ended is shown, and can be sent after signing in again', async ({ page }) => {
  await signInAsAdminIn(page)
  await page.goto(subscribersPath)
  await page.getByRole('textbox', emailField).fill('typed@example.com')
  await page.context().clearCookies()
  await page.getByRole('button', { name: words.addButton }).click()
  await expect(page.getByText('Access denied. Please log in as an admin.')).toBeVisible()
  await expect(page.getByText('typed@example.com')).toBeVisible()
  await signInAsAdminIn(await page.context().newPage())
  await page.getByRole('button', { name: rejectedWords.sendAgain }).click()
  await expect(page.getByText(words.added('typed@example.com'))).toBeVisible()
})
