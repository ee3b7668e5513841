import type { Frame, Page } from '@playwright/test'
import { clinic } from '#content/clinic.ts'
import { forms } from '#content/forms.ts'
import { adminOrder, adminOrders, orderStates } from '#content/pages/admin-orders.ts'
import { erasePage } from '#content/pages/admin-erase.ts'
import { widget } from '#content/pages/booking.ts'
import { cartPage } from '#content/pages/cart.ts'
import { contactPage } from '#content/pages/contact.ts'
import { forgotPage, loginPage } from '#content/pages/login.ts'
import { newsletter } from '#content/pages/newsletter.ts'
import { signInAsAdminIn } from '../support/admin.ts'
import { expectNoAxeFindings } from '../support/axe.ts'
import { expect, test } from '../support/browser-site.ts'
import { bookingOfAService } from '../support/pages.ts'
import { placeOrderOn } from '#tests/support/shopper.ts'
import { product } from '../support/shopper.ts'

/** Holds every post of the page until `release` is called, and counts them. */
async function holdPosts(page: Page) {
  const held = { posts: 0, release: () => {} }
  const released = new Promise<void>((resolve) => (held.release = resolve))
  await page.route('**/*', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    held.posts += 1
    await released
    await route.continue().catch(() => {})
  })
  return held
}

type SentInPlace = {
  form: string
  button: string
  word: string
  offline: string
  typed: string
  fill: (page: Page) => Promise<unknown>
  done: (page: Page) => Promise<unknown>
}

const fillEmail = (page: Page) => page.getByLabel('Email').fill('maya@example.com')

const sentByScript: SentInPlace[] = [
  {
    form: 'the contact form',
    button: contactPage.write.button,
    word: contactPage.write.pending,
    offline: contactPage.write.offline(clinic),
    typed: 'maya@example.com',
    fill: async (page) => {
      await page.goto('/contact')
      await page.getByLabel('Name').fill('Maya Thomas')
      await fillEmail(page)
      await page.getByLabel('Message').fill('Hello there')
    },
    done: (page) => expect(page.getByRole('status')).toContainText(contactPage.write.success),
  },
  {
    form: 'the newsletter',
    button: newsletter.button,
    word: newsletter.pending,
    offline: newsletter.offline(clinic),
    typed: 'maya@example.com',
    fill: async (page) => {
      await page.goto('/')
      await fillEmail(page)
    },
    done: (page) => expect(page.getByRole('status')).toContainText(newsletter.success),
  },
  {
    form: 'a sign-in',
    button: loginPage.login.button,
    word: loginPage.login.pending,
    offline: 'You seem to be offline',
    typed: 'maya@example.com',
    fill: async (page) => {
      await page.goto('/login')
      await fillEmail(page)
      await page.getByLabel('Password').fill('a wrong guess of mine')
    },
    done: (page) => expect(page.getByRole('alert')).toHaveText(loginPage.login.wrong),
  },
  {
    form: 'an order',
    button: cartPage.button,
    word: cartPage.pending,
    offline: cartPage.offline(clinic),
    typed: 'maya@example.com',
    fill: async (page) => {
      await page.request.post('/cart', { form: { intent: `add:${product.id}` }, maxRedirects: 0 })
      await page.goto('/cart')
      await page.getByLabel('Name').fill('Maya Thomas')
      await fillEmail(page)
    },
    done: (page) => expect(page).toHaveURL(/\/orders\/.+/),
  },
]

for (const { form, button, word, offline, typed, fill, done } of sentByScript)
  test(`${form} shows that it is being sent, is sent once, and reports a missing connection`, async ({
    page,
    context,
  }) => {
    await fill(page)
    const main = page.getByRole('main')
    const named = (name: string) => main.getByRole('button', { name, exact: true })
    await context.setOffline(true)
    await named(button).click()
    await expect(page.getByRole('alert')).toContainText(offline)
    await expect(page.getByLabel('Email')).toHaveValue(typed)
    await expectNoAxeFindings(page)
    await context.setOffline(false)

    const held = await holdPosts(page)
    await expect(named(button)).not.toHaveAttribute('aria-disabled')
    const before = await named(button).boundingBox()
    await named(button).click()
    await expect(named(word)).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(await named(word).boundingBox()).toMatchObject({ width: before!.width, height: before!.height })
    await expect(named(button)).toHaveCount(0)
    // Without `force`, Playwright would wait for a disabled button.
    await named(word).click({ force: true })
    await page.getByLabel('Email').press('Enter')
    await expectNoAxeFindings(page)
    expect(await page.getByRole('status').count()).toBeLessThanOrEqual(1)
    held.release()
    await done(page)
    await expect(named(word)).toHaveCount(0)
    expect(held.posts).toBe(1)
  })

test('Enter in a field changes the text of the visible button until the next page is loaded', async ({ page }) => {
  await sentByScript.at(-1)!.fill(page)
  // The order is accepted at once, but its page is slow.
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/orders/**', async (route) => {
    await held
    await route.continue()
  })
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  const orderPage = page.waitForRequest('**/orders/**')
  // Not a locator, because locators wait for the next page.
  const says = await page.evaluate(async () => {
    const { form } = document.querySelector<HTMLInputElement>('main [name="email"]')!
    const buttons = [...form!.querySelectorAll<HTMLButtonElement>('[name="intent"][value="order"]')]
    const seen = buttons.find(({ ariaHidden }) => !ariaHidden)!
    // Like Enter in a browser: submits with the first button of the form.
    form!.requestSubmit(form!.querySelector('button'))
    const atOnce = seen.textContent
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    return [atOnce, seen.textContent, seen.ariaDisabled]
  })
  await orderPage
  expect(says).toEqual([cartPage.pending, cartPage.pending, 'true'])
  release()
  await expect(page).toHaveURL(/\/orders\/.+/)
  expect(posts).toHaveLength(1)
})

test('the booking frame loads a choice once, and reports a missing connection', async ({ page, context }) => {
  await page.request.post(bookingOfAService, {
    form: { name: 'Maya Thomas', email: 'maya@example.com', phone: '(205) 555-4567', health: 'tired' },
    maxRedirects: 0,
  })
  await page.goto('/booking/time')
  const frame = page.frameLocator('iframe')
  const next = frame.getByRole('link', { name: /^Next month/ })
  const month = await frame.locator('#month').textContent()
  await context.setOffline(true)
  await next.click()
  await expect(frame.getByRole('alert')).toHaveText(widget.offline(clinic))
  await expect(frame.getByRole('alert')).toBeInViewport()
  await expect(frame.locator('#month')).toHaveText(month!)
  await context.setOffline(false)

  let requests = 0
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/booking/widget*', async (route) => {
    requests += 1
    await held
    await route.continue()
  })
  await next.click()
  await expect(next).toHaveAttribute('aria-busy', 'true')
  await next.click()
  release()
  await expect(frame.locator('#month')).not.toHaveText(month!)
  await expect(frame.getByRole('alert')).toHaveCount(0)
  expect(requests).toBe(1)
})

test('a dashboard form that is sent by the script shows that it is being sent, and is sent once', async ({
  page,
  site,
  context,
}) => {
  const { number } = await placeOrderOn(site)
  await signInAsAdminIn(page)
  await page.goto(`/admin/orders/${number}`)
  const { to, changed } = adminOrder.state
  await context.setOffline(true)
  await page.getByRole('button', { name: to.ready }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await context.setOffline(false)
  const held = await holdPosts(page)
  await page.getByRole('button', { name: to.ready }).click()
  const pending = page.getByRole('button', { name: forms.pending })
  await expect(pending).toHaveAttribute('aria-disabled', 'true')
  await pending.click({ force: true })
  held.release()
  await expect(page.getByRole('status').filter({ hasText: changed(orderStates.ready) })).toBeVisible()
  await expect(pending).toHaveCount(0)
  expect(held.posts).toBe(1)
})

/** Presses a button within the page, because Playwright would wait for the next page; returns its text after each step. */
const pressHere = (page: Page, name: string) =>
  page.evaluate((text) => {
    const button = [...document.querySelectorAll('main button')].find(({ textContent }) => textContent === text)
    if (!(button instanceof HTMLButtonElement)) throw new Error(`no button ${text}`)
    const laters: (() => void)[] = []
    const { setTimeout } = window
    window.setTimeout = ((...args: Parameters<typeof setTimeout>) => {
      if (args[1] === 20_000 && typeof args[0] === 'function') laters.push(args[0] as () => void)
      return setTimeout(...args)
    }) as typeof setTimeout
    const says = () => `${button.textContent} ${button.ariaDisabled} ${sent}`
    // Counted here, because the browser may merge two equal posts.
    let sent = 0
    addEventListener('submit', ({ defaultPrevented }) => (sent += Number(!defaultPrevented)))
    const { width } = button.getBoundingClientRect()
    button.click()
    const pressed = says()
    const narrower = button.getBoundingClientRect().width < width
    button.click()
    const twice = says()
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    const returned = says()
    button.click()
    const again = says()
    for (const later of laters) later()
    const late = says()
    return { pressed, narrower, twice, returned, again, late }
  }, name)

const pressed = (name: string) => ({
  pressed: `${forms.pending} true 1`,
  narrower: false,
  twice: `${forms.pending} true 1`,
  returned: `${name} null 1`,
  again: `${forms.pending} true 2`,
  late: `${name} null 2`,
})

/** One form of the dashboard, and one of a hydrated page. */
const sentByTheBrowser = [
  { path: '/admin/system/erase', button: erasePage.find, said: erasePage.found.nothing },
  { path: '/login/forgot', button: forgotPage.button, said: forgotPage.success },
]

for (const { path, button, said } of sentByTheBrowser)
  test(`a form that the browser sends also shows that it is being sent: ${path}`, async ({ page, context }) => {
    if (path.startsWith('/admin')) await signInAsAdminIn(page)
    await page.goto(path)
    await expect.poll(() => isListening(page.mainFrame())).toBe(true)
    await page.getByLabel('Email').fill('unknown@example.com')

    await context.setOffline(true)
    const { pathname } = new URL(page.url())
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('alert')).toHaveText(forms.offline)
    await expect(page.getByRole('alert')).toBeInViewport()
    await expect(page.getByLabel('Email')).toHaveValue('unknown@example.com')
    await expect(page.getByRole('button', { name: button })).not.toHaveAttribute('aria-disabled')
    expect(new URL(page.url()).pathname).toBe(pathname)
    await expectNoAxeFindings(page)
    await context.setOffline(false)

    const held = await holdPosts(page)
    expect(await pressHere(page, button)).toEqual(pressed(button))
    held.release()
    await expect(page.getByText(said)).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('button', { name: button })).not.toHaveAttribute('aria-disabled')
  })

/** Whether the script handles posts; tried with a form that is not sent. */
const isListening = (frame: Frame) =>
  frame.evaluate(() => {
    const form = document.createElement('form')
    form.setAttribute('method', 'post')
    document.body.append(form)
    form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))
    form.remove()
    return form.ariaBusy === 'true'
  })

test('a browser that wrongly reports to be offline still sends the form', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }))
  await signInAsAdminIn(page)
  await page.goto('/admin/system/erase')
  await page.getByLabel('Email').fill('unknown@example.com')
  await page.getByRole('button', { name: erasePage.find }).click()
  await expect(page.getByText(erasePage.found.nothing)).toBeVisible()
})

test('a button that downloads a file keeps its text', async ({ page, site }) => {
  await placeOrderOn(site)
  await signInAsAdminIn(page)
  await page.goto('/admin/orders')
  await page.route('**/export', (route) => route.fulfill({ status: 204 }))
  const sent = page.waitForRequest('**/export')
  const button = page.getByRole('button', { name: adminOrders.export.button })
  await button.click()
  await sent
  await expect(button).toHaveText(adminOrders.export.button)
  await expect(button).not.toHaveAttribute('aria-disabled')
})
