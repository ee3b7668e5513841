import { forms } from '#content/forms.ts'
import { newsletter } from '#content/pages/newsletter.ts'
import { expect, test } from '../support/browser-site.ts'

const hint = forms.didYouMean('gmail.com')

for (const path of ['/', '/contact', '/booking', '/appointments', '/login?mode=sign-up'])
  test(`${path} asks about an address that looks mistyped once its field is left, and stops when it is mended`, async ({
    page,
  }) => {
    await page.goto(path)
    const email = page.locator('main input[type="email"]').first()
    await email.fill('maya@gmial.com')
    await email.blur()
    await expect(page.locator('main').getByText(hint)).toBeVisible()
    await email.fill('maya@gmail.com')
    await email.blur()
    await expect(page.getByText(hint)).toHaveCount(0)
  })

test('a press on the button right after typing still counts', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel(newsletter.emailLabel, { exact: true }).fill('maya@gmial.com')
  await page.getByRole('button', { name: newsletter.button, exact: true }).click()
  await expect(page.getByRole('button', { name: forms.use('maya@gmail.com') })).toBeVisible()
})
