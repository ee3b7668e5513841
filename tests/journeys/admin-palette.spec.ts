import { expect } from '@playwright/test'
import { header } from '#content/site.ts'
import { admin } from '#content/pages/admin.ts'
import { adminNewAppointment } from '#content/pages/admin-appointments.ts'
import { searchPage as words } from '#app/routes/admin/frame/search-words.ts'
import { shortcutsPage } from '#app/routes/admin/frame/shortcuts-words.ts'
import { bookAppointmentOn } from '#tests/support/filled-dashboard.ts'
import { testOnItsOwnAdminSite } from '#tests/support/sites.ts'
import { placeOrderOn } from '#tests/support/shopper.ts'
import { signInAsAdminIn } from '#tests/support/admin.ts'
import { expectFineInEveryLook } from '#tests/support/axe.ts'
import { expectHydrated } from '#tests/support/browser-site.ts'

const test = testOnItsOwnAdminSite()

test('the search opens by key and link, finds a patient and an act, and says when it cannot', async ({
  page,
  context,
  site,
}) => {
  const id = await bookAppointmentOn(site)
  await signInAsAdminIn(page)
  await page.goto('/admin/subscribers')
  await expectHydrated(page)
  const typed = page.getByLabel('Email').first()
  await typed.fill('half@example.com')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: admin.search })
  await expect(field).toBeFocused()
  await expectFineInEveryLook(page)
  await field.fill('p1@example')
  // The record, and below it the appointment.
  const option = page.getByRole('option', { name: /Patient 1/ }).first()
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '')
  await expectFineInEveryLook(page)

  await context.setOffline(true)
  await field.fill('p1@')
  await expect(page.getByText(words.failed)).toBeVisible()
  await context.setOffline(false)
  await field.fill('xyzzy')
  await expect(page.getByText(words.none('xyzzy'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)
  await expect(typed).toBeFocused()
  await expect(typed).toHaveValue('half@example.com')

  await page.getByRole('link', { name: admin.search }).click()
  await field.fill('555-1001')
  await expect(option).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/appointments/${id}`)

  await page.keyboard.press('Control+k')
  await field.fill('>')
  await expect(page.getByRole('group', { name: words.groups.pages })).toHaveCount(0)
  await field.fill('>new')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(adminNewAppointment.heading)
})

test(
  'keys lead through the dashboard, never act in a field, are listed, and can be turned off',
  { tag: '@long' },
  async ({ page, site }) => {
    const [older, newer] = [await placeOrderOn(site), await placeOrderOn(site)]
    await signInAsAdminIn(page)
    await page.goto('/admin')
    await expectHydrated(page)
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await expect(page).toHaveURL('/admin/orders')
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect(page.getByRole('link', { name: older.number })).toBeFocused()
    await page.keyboard.press('k')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/admin/orders/${newer.number}`)

    await page.keyboard.press('n')
    await expect(page).toHaveURL('/admin/appointments/new')
    await page.locator('#name').fill('')
    await page.locator('#name').pressSequentially('gob/?')
    await expect(page.locator('#name')).toHaveValue('gob/?')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await page.getByRole('main').focus()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: shortcutsPage.title })
    await expect(sheet).toBeVisible()
    expect((await sheet.locator('kbd').allInnerTexts()).filter((key) => key.length === 1 && /[a-z]/.test(key))).toEqual(
      [],
    )
    await expectFineInEveryLook(page)
    await sheet.getByRole('checkbox', { name: shortcutsPage.singleKeys }).uncheck()
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await page.reload()
    await expectHydrated(page)
    await page.keyboard.press('?')
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: header.account('Admin') }).click()
    await expectFineInEveryLook(page, { widths: [1440] })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: admin.shortcuts }).click()
    await expect(sheet).toBeVisible()
    await expect(page).toHaveURL('/admin/appointments/new')
  },
)
