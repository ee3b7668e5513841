import { cartPage } from '#content/pages/cart.ts'
import { contactPage } from '#content/pages/contact.ts'
import { productsPage } from '#content/pages/products.ts'
import { forgotPage, loginPage } from '#content/pages/login.ts'
import { profilePage } from '#content/pages/profile.ts'
import { header } from '#content/site.ts'
import { press, signUpIn } from '../support/account-in-a-browser.ts'
import { placeOrderOn } from '../support/placed-order.ts'
import { publicPages } from '../support/pages.ts'
import { expectNoAxeFindings } from '../support/axe.ts'
import { expect, test } from '../support/browser-site.ts'
import { otherProduct, product } from '../support/shopper.ts'

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [390, 1440])
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 }, contextOptions: { reducedMotion: 'reduce' } })

      for (const path of [...publicPages, '/not-there'])
        test(`axe finds nothing on ${path}`, async ({ page }) => {
          await page.goto(path)
          await expectNoAxeFindings(page)
        })

      test('axe finds nothing with the search box open', async ({ page }) => {
        await page.goto('/')
        await page.getByRole('button', { name: header.search.open }).first().click()
        await expectNoAxeFindings(page)
      })

      test('axe finds nothing after a mistyped address, nor after the thanks', async ({ page }) => {
        await page.goto('/')
        await page.getByLabel('Email').fill('maya@')
        await page.getByRole('button', { name: 'Subscribe' }).click()
        await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
        await expectNoAxeFindings(page)
        await page.getByLabel('Email').fill('maya@example.com')
        await page.getByRole('button', { name: 'Subscribe' }).click()
        await expect(page.getByRole('status')).toBeVisible()
        await expectNoAxeFindings(page)
      })

      test('axe finds nothing on a message with faults, with a question about its address, nor once it is sent', async ({
        page,
      }) => {
        await page.goto('/contact')
        await page.getByRole('button', { name: contactPage.write.button }).click()
        await expect(page.getByRole('alert')).toBeVisible()
        await expectNoAxeFindings(page)
        await page.getByLabel('Name').fill('Maya')
        await page.getByLabel('Email').fill('maya@gmial.com')
        await page.getByLabel('Message').fill('Hello')
        await page.getByRole('button', { name: contactPage.write.button }).click()
        const suggestion = page.getByRole('button', { name: 'Use maya@gmail.com' })
        await expect(suggestion).toBeVisible()
        await expectNoAxeFindings(page)
        await suggestion.click()
        await expect(page.getByText(contactPage.write.success)).toBeVisible()
        await expectNoAxeFindings(page)
      })

      test('axe finds nothing on the page of an order that was just placed', async ({ page, site }) => {
        const { path } = await placeOrderOn(site)
        await page.context().addCookies([{ name: 'flash', value: 'order-placed', url: site.url }])
        await page.goto(path)
        await expect(page.getByRole('status')).toBeVisible()
        await expectNoAxeFindings(page)
      })

      test('axe finds nothing on a card right after it was pressed, in the cart, nor with errors there', async ({
        page,
      }) => {
        await page.goto('/products')
        for (const { id } of [product, otherProduct]) {
          await page.locator(`#add-${id}`).click()
          await expect(page.locator(`#added-${id}`)).toContainText(productsPage.added(1))
        }
        await expectNoAxeFindings(page)
        await page.goto('/cart')
        await expectNoAxeFindings(page)
        await page.getByRole('button', { name: cartPage.button }).click()
        await expect(page.getByRole('alert')).toBeVisible()
        await expectNoAxeFindings(page)
      })

      test('axe finds nothing on a login with faults, on one that was refused, nor on a sign-up with a poor password', async ({
        page,
      }) => {
        await page.goto('/login')
        await press(page, loginPage.login.button)
        await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
        await expectNoAxeFindings(page)
        await page.getByLabel('Email').fill('nobody@example.com')
        await page.getByLabel('Password').fill('a wrong guess')
        await press(page, loginPage.login.button)
        await expect(page.getByRole('alert')).toBeVisible()
        await expectNoAxeFindings(page)
        await page.goto('/login?mode=sign-up')
        await page.getByLabel('Email').fill('nobody@example.com')
        await page.getByLabel('Password').fill('password1')
        await press(page, loginPage.signUp.button)
        await expect(page.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true')
        await expectNoAxeFindings(page)
      })

      test('axe finds nothing on the pages of a reset, nor on a used-up link', async ({ page }) => {
        await page.goto('/login/forgot')
        await page.getByLabel('Email').fill('nobody@example.com')
        await press(page, forgotPage.button)
        await expect(page.getByRole('status')).toBeVisible()
        await expectNoAxeFindings(page)
        for (const path of ['/login/reset/broken', '/login/confirm/broken']) {
          await page.goto(path)
          await expectNoAxeFindings(page)
        }
      })

      test('axe finds nothing on a profile, with a fault and with the news', async ({ page }) => {
        await signUpIn(page)
        await page.goto('/profile')
        await expectNoAxeFindings(page)
        await press(page, profilePage.password.button)
        await expect(page.getByLabel(profilePage.password.current)).toHaveAttribute('aria-invalid', 'true')
        await expectNoAxeFindings(page)
        await press(page, profilePage.name.button)
        await expect(page.getByRole('status')).toBeVisible()
        await expectNoAxeFindings(page)
      })

      if (width === 390)
        test('axe finds nothing with the menu open', async ({ page }) => {
          await page.goto('/')
          await page.getByRole('button', { name: header.menu }).click()
          await expectNoAxeFindings(page)
        })
    })
