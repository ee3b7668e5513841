import type { Frame, Page } from '@playwright/test'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { forms } from '#content/forms.ts'
import { admin } from '#content/pages/admin.ts'
import { adminOrder, adminOrders, orderStates } from '#content/pages/admin-orders.ts'
import { erasePage } from '#content/pages/admin-erase.ts'
import { cartPage } from '#content/pages/cart.ts'
import { contactPage } from '#content/pages/contact.ts'
import { forgotPage, loginPage } from '#content/pages/login.ts'
import { newsletter } from '#content/pages/newsletter.ts'
import { signInAsAdminIn } from '#tests/support/admin.ts'
import { expectNoAxeFindings } from '#tests/support/axe.ts'
import { expect, test, expectHydrated } from '#tests/support/browser-site.ts'
import { bookingOfAService } from '#tests/support/pages.ts'
import { placeOrderOn } from '#tests/support/shopper.ts'
import { product } from '#tests/support/catalogue.ts'

const clinic = contentFacts(Date.now())

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
  tag?: '@long'
}

const fillEmail = (page: Page) => page.getByLabel('Email').fill('maya@example.com')

const sentByScript: SentInPlace[] = [
  {
    form: 'a sign-in',
    button: loginPage.login.button,
    word: loginPage.login.pending,
    offline: 'You seem to be offline',
    typed: 'maya@example.com',
    fill: async (page) => {
      await page.goto('/login')
      await expectHydrated(page)
      await fillEmail(page)
      await page.getByLabel('Password').fill('a wrong guess of mine')
    },
    done: (page) => expect(page.getByRole('alert')).toHaveText(loginPage.login.wrong),
  },
  {
    form: 'a password reset',
    button: forgotPage.button,
    word: forms.pending,
    offline: 'You seem to be offline',
    typed: 'unknown@example.com',
    fill: async (page) => {
      await page.goto('/login/forgot')
      await expectHydrated(page)
      await page.getByLabel('Email').fill('unknown@example.com')
    },
    done: (page) => expect(page.getByRole('status')).toContainText(forgotPage.success),
    // Like a sign-in.
    tag: '@long',
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
      await expectHydrated(page)
      await page.getByLabel('Name').fill('Maya Thomas')
      await fillEmail(page)
    },
    done: (page) => expect(page).toHaveURL(/\/orders\/.+/),
  },
]

for (const { form, button, word, offline, typed, fill, done, tag = [] } of sentByScript)
  test(
    `${form} shows that it is being sent, is sent once, and reports a missing connection`,
    { tag },
    async ({ page, context }) => {
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
    },
  )

test(
  'Enter in a field changes the text of the visible button until the next page is loaded',
  { tag: '@long' },
  async ({ page }) => {
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
      // Screen readers read the second part; the first keeps the width.
      const read = () => {
        const buttons = [...form!.querySelectorAll<HTMLButtonElement>('[name="intent"][value="order"]')]
        const seen = buttons.find(({ ariaHidden }) => !ariaHidden)
        return [seen?.lastElementChild?.textContent, seen?.ariaDisabled]
      }
      // Like Enter in a browser: submits with the first button of the form.
      form!.requestSubmit(form!.querySelector('button'))
      await new Promise((resolve) => setTimeout(resolve, 20))
      const atOnce = read()
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      return [atOnce, read()]
    })
    await orderPage
    expect(says).toEqual([
      [cartPage.pending, 'true'],
      [cartPage.pending, 'true'],
    ])
    release()
    await expect(page).toHaveURL(/\/orders\/.+/)
    expect(posts).toHaveLength(1)
  },
)

test(
  'the booking frame shows that a choice is loading, and loads it once there is a connection',
  { tag: '@long' },
  async ({ page, context }) => {
    await page.request.post(bookingOfAService, {
      form: { name: 'Maya Thomas', email: 'maya@example.com', phone: '(205) 555-4567', health: 'tired' },
      maxRedirects: 0,
    })
    await page.goto('/booking/time')
    const frame = page.frameLocator('iframe')
    const next = frame.getByRole('link', { name: /^Next month/ })
    const month = await frame.locator('#month').textContent()
    await expectHydrated(page.frame({ url: '**/booking/widget*' })!)
    await context.setOffline(true)
    await next.click()
    await expect(frame.getByRole('alert')).toHaveText(forms.unreachable)
    await expect(frame.getByRole('alert')).toBeInViewport()
    await expect(frame.locator('#month')).toHaveText(month!)
    await context.setOffline(false)
    await expect(frame.locator('#month')).not.toHaveText(month!)
    await expect(frame.getByRole('alert')).toHaveCount(0)

    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/booking/widget*', async (route) => {
      await held
      await route.continue().catch(() => {})
    })
    const back = frame.getByRole('link', { name: /^Previous month/ })
    await back.click()
    await expect(back).toHaveAttribute('aria-busy', 'true')
    await back.click()
    release()
    await expect(frame.locator('#month')).toHaveText(month!)
    // Two presses of a choice are one step of the back button.
    // Playwright would wait for the page around the frame.
    await page.evaluate(() => history.back())
    await expect(frame.locator('#month')).not.toHaveText(month!)
  },
)

test(
  'a dashboard form without a connection keeps what was typed, and says so',
  { tag: '@long' },
  async ({ page, context }) => {
    await signInAsAdminIn(page)
    await page.goto('/admin/system/erase')
    const find = page.getByRole('button', { name: erasePage.find })
    await page.getByLabel('Email').fill('unknown@example.com')
    await context.setOffline(true)
    await find.click()
    await expect(page.getByRole('alert')).toHaveText(forms.offline)
    await expect(page.getByRole('alert')).toBeInViewport()
    await expect(page.getByLabel('Email')).toHaveValue('unknown@example.com')
    await expect(find).not.toHaveAttribute('aria-disabled')
    await expectNoAxeFindings(page)
    await context.setOffline(false)
    await find.click()
    await expect(page.getByText(erasePage.found.nothing)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  },
)

test('without a connection the open page of the dashboard stays, and the next one opens once there is one', async ({
  page,
  context,
}) => {
  await signInAsAdminIn(page)
  // Its code is loaded with the first visit.
  await page.goto('/admin/orders')
  const menu = page.getByRole('navigation', { name: admin.sections })
  await menu.getByRole('link', { name: 'Subscribers' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Subscribers')
  const typed = page.getByLabel('Email').first()
  await typed.fill('half@example.com')
  await context.setOffline(true)
  await menu.getByRole('link', { name: 'Orders' }).click()
  await expect(page.getByRole('alert')).toHaveText(forms.unreachable)
  await expect(typed).toHaveValue('half@example.com')
  await expectNoAxeFindings(page)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(adminOrders.title)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a dashboard form shows that it is being sent, and is sent once', async ({ page, site, context }) => {
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
  await expect(page.getByText(changed(orderStates.ready))).toBeVisible()
  await expect(pending).toHaveCount(0)
  expect(held.posts).toBe(1)
})

test(
  'a dashboard form can be sent again as soon as its answer is there, while the rest of the page is still loading',
  { tag: '@long' },
  async ({ page }) => {
    await signInAsAdminIn(page)
    await page.goto('/admin/system/erase')
    await expectHydrated(page)
    const find = page.getByRole('button', { name: erasePage.find })
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let loads = 0
    await page.route('**/*.data*', async (route) => {
      if (route.request().method() !== 'GET') return route.fallback()
      loads += 1
      await held
      await route.continue().catch(() => {})
    })
    await page.getByLabel('Email').fill('unknown@example.com')
    await find.click()
    await expect(page.getByText(erasePage.found.nothing)).toBeVisible()
    await expect.poll(() => loads).toBe(1)
    await expect(find).not.toHaveAttribute('aria-disabled')
    await page.getByLabel('Email').fill('not an address')
    await find.click()
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
    release()
    await expect(page.getByLabel('Email')).toHaveValue('not an address')
  },
)

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

const pressed = (name: string, word: string) => ({
  pressed: `${word} true 1`,
  narrower: false,
  twice: `${word} true 1`,
  returned: `${name} null 1`,
  again: `${word} true 2`,
  late: `${name} null 2`,
})

const { write } = contactPage

/** Two forms of pages to read. */
const sentByTheBrowser = [
  {
    path: '/contact',
    button: write.button,
    word: write.pending,
    offline: write.offline(clinic),
    typed: { Name: 'Maya Thomas', Message: 'Hello there' },
    said: write.success,
  },
  {
    path: '/',
    button: newsletter.button,
    word: newsletter.pending,
    offline: newsletter.offline(clinic),
    typed: {},
    said: newsletter.success,
  },
]

for (const { path, button, word, offline, typed, said } of sentByTheBrowser)
  test(
    `a form that the browser sends also shows that it is being sent: ${path}`,
    { tag: '@long' },
    async ({ page, context }) => {
      await page.goto(path)
      await expect.poll(() => isListening(page.mainFrame())).toBe(true)
      const fields = { ...typed, Email: 'unknown@example.com' }
      for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text)

      await context.setOffline(true)
      const { pathname } = new URL(page.url())
      const named = page.getByRole('main').getByRole('button', { name: button })
      await named.click()
      await expect(page.getByRole('alert')).toHaveText(offline.replaceAll(') ', ')\u{a0}'))
      await expect(page.getByRole('alert')).toBeInViewport()
      for (const [label, text] of Object.entries(fields)) await expect(page.getByLabel(label)).toHaveValue(text)
      await expect(named).not.toHaveAttribute('aria-disabled')
      expect(new URL(page.url()).pathname).toBe(pathname)
      await expectNoAxeFindings(page)
      await context.setOffline(false)

      const held = await holdPosts(page)
      expect(await pressHere(page, button)).toEqual(pressed(button, word))
      held.release()
      await expect(page.getByText(said)).toBeVisible()
      await page.goBack()
      await expect(named).not.toHaveAttribute('aria-disabled')
    },
  )

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

test('a browser that wrongly reports to be offline still sends the form', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }))
  await page.goto('/')
  await fillEmail(page)
  await page.getByRole('button', { name: newsletter.button }).click()
  await expect(page.getByRole('status')).toContainText(newsletter.success)
})

test('a button that downloads a file keeps its text', { tag: '@long' }, async ({ page, site }) => {
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
