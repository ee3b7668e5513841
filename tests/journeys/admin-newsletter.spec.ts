import { scriptWays } from '#tests/support/browser-site.ts'
import { expect, type Page } from '@playwright/test'
import { pollParameter } from '#app/http/failed-requests.ts'
import { type AdminSite, startSiteForBrowsers, test as base } from '#tests/support/sites.ts'
import { signInAsAdminIn } from '#tests/support/admin.ts'
import { look } from '#tests/support/databases.ts'
import { emptySubscriberList, listSubscribers } from '#tests/support/subscribers.ts'
import { startRefusingMailServer } from '#tests/support/mail-server.ts'
import { newsletterPage as words, newslettersPage } from '#app/routes/admin/newsletter/words.ts'

const bad = ['reader-7@example.com', 'reader-30@example.com']
type MailServer = Awaited<ReturnType<typeof startRefusingMailServer>>

/** One site for all tests, with its own mail server. */
async function startMailing() {
  const mail = await startRefusingMailServer(bad)
  const site = await startSiteForBrowsers({ MAIL_TRANSPORT: 'smtp', SMTP_URL: mail.url, NEWSLETTER_PER_SECOND: '0' })
  const stop = async () => {
    await site.stop()
    await mail.stop()
  }
  return { mail, site, stop }
}

const test = base.extend<{ mail: MailServer; site: AdminSite }>({
  /** Reset to its initial state before each test. */
  mail: async ({ sites }, use) => {
    const { mail } = await sites.own(startMailing)
    mail.received.length = 0
    Object.assign(mail.manners, { refuses: bad, opens: Promise.resolve() })
    await use(mail)
  },
  site: async ({ sites }, use) => {
    const { site } = await sites.own(startMailing)
    await look(site, async (db) => {
      for (const table of ['emails', 'campaigns'] as const) await db.deleteFrom(table).execute()
      await emptySubscriberList(db)
      await listSubscribers(
        db,
        Array.from({ length: 42 }, (_, index) => ({ email: `reader-${index}@example.com` })),
      )
    })
    await use(site)
  },
  baseURL: async ({ site }, use) => use(site.url),
})
test.describe.configure({ mode: 'default' })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Writes a newsletter about the newest post, up to its review. */
async function writeNewsletter(page: Page) {
  await signInAsAdminIn(page)
  await page.goto('/admin/newsletter')
  const newest = await page.locator('#posts option').first().getAttribute('value')
  await page.getByLabel(newslettersPage.url.label).fill(newest ?? '')
  await page.getByLabel(newslettersPage.subject.label).fill('Ginger tea')
  await button(page, newslettersPage.button).click()
  await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible()
  await expect(page.getByText(words.checks.recipients.green(42))).toBeVisible()
  await expect(page.getByText(words.checks.unsubscribe.green)).toBeVisible()
}

for (const javaScriptEnabled of scriptWays)
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} scripts, 390 px`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test(
      'the admin sends the newest post to 42 subscribers, two of which fail, and retries only those',
      { tag: '@long' },
      async ({ page, mail }) => {
        const consoleLines: string[] = []
        page.on('console', (message) => consoleLines.push(message.text()))
        const open = mail.hold()
        await writeNewsletter(page)
        const preview = page.frameLocator('iframe')
        await expect(preview.getByRole('link', { name: 'Unsubscribe' })).toBeVisible()
        await button(page, words.send.now).click()
        await expect(page.getByRole('progressbar')).toBeVisible()
        open()
        // Without scripts, the page reloads by itself.
        const sent = page.getByText('Newsletter sent successfully to 40 subscriber(s)!')
        await expect(sent).toBeVisible()
        const failed = 'Failed to send newsletter to 2 subscriber(s). Check console for details. The list is below.'
        await expect(page.getByText(failed)).toBeVisible()
        for (const email of bad)
          await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText('550')
        if (javaScriptEnabled)
          for (const email of bad)
            await expect
              .poll(() => consoleLines.some((line) => line.includes(email)), { message: 'console' })
              .toBe(true)

        mail.received.length = 0
        mail.manners.refuses = []
        await button(page, words.result.retry).click()
        await expect(page.getByText('Newsletter sent successfully to 42 subscriber(s)!')).toBeVisible()
        // The clinic's morning email may come at any moment.
        const readers = mail.received.map(({ to }) => to).filter((to) => to.startsWith('reader-'))
        expect(readers.toSorted()).toEqual(bad.toSorted())
        await page.getByRole('link', { name: words.all }).click()
        await expect(page.getByRole('row').filter({ hasText: 'Ginger tea' })).toContainText('42 sent')
      },
    )

    test(
      'the admin pauses the newsletter, leaves the page, comes back and resumes',
      { tag: '@long' },
      async ({ page, mail }) => {
        const open = mail.hold()
        await writeNewsletter(page)
        await button(page, words.send.now).click()
        await button(page, words.run.pause).click()
        await expect(page.getByText(words.run.paused.admin)).toBeVisible()
        open()
        const address = page.url()
        await page.goto('/admin')
        await page.goto(address)
        await expect(page.getByText(/\d+ of 42/)).toBeVisible()
        await button(page, words.run.resume).click()
        await expect(page.getByText('Newsletter sent successfully to 40 subscriber(s)!')).toBeVisible()
        await expect(page).toHaveURL(new RegExp(new URL(address).pathname))
      },
    )

    test(
      'a claim is listed with Edit and Send anyway, and Edit preserves the input',
      { tag: '@long' },
      async ({ page }) => {
        await writeNewsletter(page)
        await page.getByRole('link', { name: words.checks.edit }).last().click()
        await expect(page.getByLabel(newslettersPage.subject.label)).toHaveValue('Ginger tea')
        await page.getByLabel(newslettersPage.intro.label).fill('Our tea cures diabetes.')
        await button(page, newslettersPage.button).click()
        const claim = page.getByRole('listitem').filter({ hasText: words.checks.claims.amber })
        await expect(claim.getByRole('link', { name: words.checks.edit })).toBeVisible()
        await expect(claim.getByRole('button', { name: words.checks.sendAnyway })).toBeVisible()
      },
    )

    test('an invalid link gets an error on its field', { tag: '@long' }, async ({ page }) => {
      await signInAsAdminIn(page)
      await page.goto('/admin/newsletter')
      await page.getByLabel(newslettersPage.url.label).fill('tea')
      await button(page, newslettersPage.button).click()
      const field = page.getByLabel(newslettersPage.url.label)
      await expect(field).toBeFocused()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toHaveValue('tea')
    })
  })

test('the page of a newsletter follows the sending in place, announces its end, and then asks no more', async ({
  page,
  mail,
}) => {
  const failures: string[] = []
  page.on('console', (message) => failures.push(...bad.filter((email) => message.text().includes(email))))
  let polls = 0
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.startsWith('/admin/newsletter') && searchParams.has(pollParameter)) polls += 1
  })
  const open = mail.hold()
  await writeNewsletter(page)
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  await button(page, words.send.now).press('Enter')
  const status = page.getByRole('status').first()
  await expect(status).toHaveText(words.run.said[0]!)
  await button(page, words.run.pause).press('Enter')
  await expect(status).toHaveText(words.run.paused.heading)
  await button(page, words.run.resume).press('Enter')
  await button(page, words.run.pause).focus()
  await status.evaluate((one) => Object.assign(one, { same: true }))

  // A server that is away for a moment ends nothing.
  await page.route(/by-itself/, (route) => route.abort())
  const before = polls
  await expect.poll(() => polls).toBeGreaterThan(before + 1)
  await page.unroute(/by-itself/)
  open()
  await expect(status).toHaveText('Sending has ended: 40 sent, 2 failed.')
  expect(await status.evaluate((one) => 'same' in one), 'the region that a screen reader listens to').toBe(true)
  // The button that had the focus is gone.
  expect(await page.evaluate(() => document.activeElement?.contains(document.getElementById('result')))).toBe(true)
  expect(await page.evaluate(() => document.activeElement?.matches('body, main'))).toBe(false)
  expect(await page.evaluate(() => 'stayed' in window), 'without loading a document').toBe(true)
  const asked = polls
  // Twice the pace of the polls.
  await page.waitForTimeout(3_000)
  expect(polls).toBe(asked)
  expect(failures.toSorted()).toEqual(bad.toSorted())
})
