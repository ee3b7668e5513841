import type { Page } from '@playwright/test'
import { adminMessage } from '#content/pages/admin-messages.ts'
import { sendMessageOn } from '#tests/support/filled-dashboard.ts'
import { type AdminSite, testOnItsOwnAdminSite } from '#tests/support/sites.ts'
import { signInAsAdminIn } from '#tests/support/admin.ts'
import { expect, watching, expectHydrated } from '#tests/support/browser-site.ts'

const test = testOnItsOwnAdminSite().extend(watching)

const { reply: words } = adminMessage

/** A message that is open, to be answered with a template. */
async function open(page: Page, site: AdminSite) {
  const id = await sendMessageOn(site, { name: 'Priya Menon' })
  await signInAsAdminIn(page)
  const template = { intent: 'add', title: 'Thanks', text: 'Dear {name},' }
  await page.request.post('/admin/messages/templates', { form: template, maxRedirects: 0 })
  await page.goto(`/admin/messages/${id}`)
  await expectHydrated(page)
  const text = page.getByRole('textbox', { name: words.label })
  const insert = async () => {
    await page.getByLabel(words.template.label).selectOption('Thanks')
    await page.getByRole('button', { name: words.template.insert }).click()
  }
  return { text, insert }
}

/** Lets posts wait; returns the function that lets them go on. */
async function holdPosts(page: Page) {
  const held = Promise.withResolvers<void>()
  await page.route('**/admin/messages/**', async (route) => {
    if (route.request().method() === 'POST') await held.promise
    await route.continue()
  })
  return held.resolve
}

test('what is typed while a template is fetched stays, and typing goes on where it was', async ({ page, site }) => {
  const { text, insert } = await open(page, site)
  await text.fill('Hello')
  const goOn = await holdPosts(page)
  await insert()
  await text.focus()
  await text.press('End')
  await page.keyboard.type(' and more')
  goOn()
  await expect(page.getByText(words.template.inserted)).toBeVisible()
  await expect(text).toHaveValue('Hello and more\n\nDear Priya Menon,')
  // Only now has the page its new location, and with it a place for the focus.
  await page.waitForLoadState('networkidle')
  await page.keyboard.type('!')
  await expect(text).toHaveValue('Hello and more!\n\nDear Priya Menon,')
  await page.unrouteAll()
})

test(
  'a template is inserted again into a field that was emptied, and another form of the page changes nothing in it',
  { tag: '@long' },
  async ({ page, site }) => {
    const { text, insert } = await open(page, site)
    const notice = page.getByRole('status').filter({ hasText: words.template.inserted })
    for (const _ of ['first', 'again']) {
      await insert()
      await expect(notice).toBeFocused()
      await expect(text).toHaveValue('Dear Priya Menon,')
      await text.fill('')
    }
    await text.fill('Half a sentence')
    await page.getByRole('button', { name: adminMessage.assign.button, exact: true }).click()
    await expect(page.getByText(adminMessage.assign.done)).toBeVisible()
    await expect(text).toHaveValue('Half a sentence')
  },
)
