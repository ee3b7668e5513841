import { planDays } from '#content/pages/appointment.ts'
import { planPage } from '#content/pages/booking.ts'
import { cartPage } from '#content/pages/cart.ts'
import { contactPage } from '#content/pages/contact.ts'
import { productsPage } from '#content/pages/products.ts'
import { forgotPage, loginPage } from '#content/pages/login.ts'
import { profilePage } from '#content/pages/profile.ts'
import { header } from '#content/site.ts'
import { press, signUpIn } from '#tests/support/accounts.ts'
import { flashCookie } from '#tests/support/flash.ts'
import { placeOrderOn } from '#tests/support/shopper.ts'
import { expectFineInEveryLook, firstLook } from '../support/axe.ts'
import { expect, test } from '../support/browser-site.ts'
import { otherProduct, product } from '../support/catalogue.ts'

test.use(firstLook)

for (const width of [390, 1440])
  test(`axe finds nothing with the search box open, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    await page.getByRole('button', { name: header.search.open }).first().click()
    await expectFineInEveryLook(page, { widths: [width] })
  })

test('axe finds nothing after a mistyped address, and after the thank-you message', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Email').fill('maya@')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await expectFineInEveryLook(page)
  await page.getByLabel('Email').fill('maya@example.com')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByRole('status')).toBeVisible()
  await expectFineInEveryLook(page)
})

test('axe finds nothing on a contact form with errors, with a question about its address, and once sent', async ({
  page,
}) => {
  await page.goto('/contact')
  await page.getByRole('button', { name: contactPage.write.button }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectFineInEveryLook(page)
  await page.getByLabel('Name').fill('Maya')
  await page.getByLabel('Email').fill('maya@gmial.com')
  await page.getByLabel('Message').fill('Hello')
  await page.getByRole('button', { name: contactPage.write.button }).click()
  const suggestion = page.getByRole('button', { name: 'Use maya@gmail.com' })
  await expect(suggestion).toBeVisible()
  await expectFineInEveryLook(page)
  await suggestion.click()
  await expect(page.getByText(contactPage.write.success)).toBeVisible()
  await expectFineInEveryLook(page)
})

test('axe finds nothing on the page of an order that was just placed', async ({ page, site }) => {
  const { path } = await placeOrderOn(site)
  const value = flashCookie(site, { on: path, about: 'placed' })
  await page.context().addCookies([{ name: 'flash', value, url: site.url }])
  await page.goto(path)
  await expect(page.getByRole('status')).toBeVisible()
  await expectFineInEveryLook(page)
})

test('axe finds nothing on a card right after a click, in the cart, and with errors there', async ({ page }) => {
  await page.goto('/products')
  for (const { id } of [product, otherProduct]) {
    await page.locator(`#add-${id}`).click()
    await expect(page.locator(`#added-${id}`)).toContainText(productsPage.added(1))
  }
  await expectFineInEveryLook(page)
  await page.goto('/cart')
  await expectFineInEveryLook(page)
  await page.getByRole('button', { name: cartPage.button }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectFineInEveryLook(page)
})

test('axe finds nothing on a login with errors, a rejected login, and a sign-up with a weak password', async ({
  page,
}) => {
  await page.goto('/login')
  await press(page, loginPage.login.button)
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await expectFineInEveryLook(page)
  await page.getByLabel('Email').fill('unknown@example.com')
  await page.getByLabel('Password').fill('a wrong guess')
  await press(page, loginPage.login.button)
  await expect(page.getByRole('alert')).toBeVisible()
  await expectFineInEveryLook(page)
  await page.goto('/login?mode=sign-up')
  await page.getByLabel('Email').fill('unknown@example.com')
  await page.getByLabel('Password').fill('password1')
  await press(page, loginPage.signUp.button)
  await expect(page.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true')
  await expectFineInEveryLook(page)
})

test('axe finds nothing on the pages of a password reset, and on a used link', async ({ page }) => {
  await page.goto('/login/forgot')
  await page.getByLabel('Email').fill('unknown@example.com')
  await press(page, forgotPage.button)
  await expect(page.getByRole('status')).toBeVisible()
  await expectFineInEveryLook(page)
  for (const path of ['/login/reset/broken', '/login/confirm/broken']) {
    await page.goto(path)
    await expectFineInEveryLook(page)
  }
})

test('axe finds nothing on a profile, with an error and with a success message', async ({ page }) => {
  await signUpIn(page)
  await page.goto('/profile')
  await expectFineInEveryLook(page)
  await press(page, profilePage.password.button)
  await expect(page.getByLabel(profilePage.password.current)).toHaveAttribute('aria-invalid', 'true')
  await expectFineInEveryLook(page)
  await press(page, profilePage.name.button)
  await expect(page.getByRole('status')).toBeVisible()
  await expectFineInEveryLook(page)
})

test('axe finds nothing with the phone menu open', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: header.menu }).click()
  await expectFineInEveryLook(page, { widths: [390] })
})

test('axe finds nothing while the days of a plan are chosen, and once they are booked', async ({ page }) => {
  await page.goto('/booking/panchakarma?plan=panchakarma-7-days')
  await expectFineInEveryLook(page)
  await page.getByLabel('Name').fill('Maya')
  await page.locator('#booking-form [name=email]').fill('plan@example.com')
  await page.getByLabel('Phone').fill('(205) 555-0123')
  await page.getByLabel('Present health condition').fill('well')
  await page.getByRole('button', { name: planPage.button }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(planPage.title)
  await expectFineInEveryLook(page)
  await page.getByRole('link', { name: planPage.choose }).first().click()
  await page.getByRole('link', { name: planPage.otherOf(3) }).click()
  await expectFineInEveryLook(page)
  await page.getByRole('link', { name: planPage.keep }).click()
  await page.getByRole('button', { name: planPage.book(7) }).click()
  await expect(page.getByRole('heading', { name: planDays.heading(1, 7) })).toBeVisible()
  await expectFineInEveryLook(page)
})
