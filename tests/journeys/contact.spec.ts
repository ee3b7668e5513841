import type { Page } from '@playwright/test'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { forms } from '#content/forms.ts'
import { contactPage } from '#content/pages/contact.ts'
import { expect, test, withAndWithoutScripts } from '../support/browser-site.ts'
import { pressTwice, withScripts } from '#tests/support/browser-site.ts'

const clinic = contentFacts(Date.now())

// Smooth scrolling is on, because these tests check what is in view afterwards.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const success = 'Your message has been sent successfully!'

async function fillIn(page: Page, { name = 'Maya Thomas', email = 'maya@example.com', message = 'Hello there' }) {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Message').fill(message)
}
const send = (page: Page) => page.getByRole('button', { name: 'Send Message' }).click()
const outcome = (page: Page) => page.getByRole('status').filter({ hasText: success })

withAndWithoutScripts('a visitor sends a message, sees the success text once, and the form is empty', async (page) => {
  await page.goto('/contact')
  await expect(page.getByLabel('Message')).toHaveAccessibleDescription(
    'Please leave out private medical details; we can talk about those in person.',
  )
  await fillIn(page, {})
  await send(page)
  await expect(outcome(page)).toBeInViewport()
  await expect(outcome(page)).toBeFocused()
  for (const label of ['Name', 'Email', 'Message']) await expect(page.getByLabel(label)).toHaveValue('')
  await page.reload()
  await expect(outcome(page)).toHaveCount(0)
})

withScripts(
  'errors are listed with links, the first invalid field gets the focus, and no input is lost',
  async (page) => {
    await page.goto('/contact')
    await fillIn(page, { email: 'maya@', message: '   ' })
    await send(page)
    const summary = page.getByRole('alert')
    await expect(summary).toContainText(forms.problem)
    await expect(page.getByLabel('Email')).toBeFocused()
    await expect(page.getByLabel('Email')).toBeInViewport()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Enter an email address in the form/)
    await expect(page.getByLabel('Name')).toHaveValue('Maya Thomas')
    await expect(page.getByLabel('Name')).not.toHaveAttribute('aria-invalid')
    await summary.getByRole('link', { name: 'Enter your message.' }).click()
    await expect(page.getByLabel('Message')).toBeFocused()
    await page.keyboard.type('Hello')
    await page.getByLabel('Email').fill('maya@example.com')
    await send(page)
    await expect(outcome(page)).toBeVisible()
  },
)

withScripts('the header does not cover the errors of a blank form', { tag: '@long' }, async (page) => {
  await page.goto('/contact')
  await send(page)
  await expect(page.getByLabel('Name')).toBeFocused()
  const problem = page.getByRole('alert').getByRole('link').first()
  await expect(async () => {
    const header = await page.getByRole('banner').boundingBox()
    const { y = 0 } = (await problem.boundingBox()) ?? {}
    expect(y).toBeGreaterThan(header!.y + header!.height)
  }).toPass()
})

withScripts(
  'the form asks about an address with a likely typo, and Enter confirms the typed one',
  { tag: '@long' },
  async (page) => {
    const meant = page.getByRole('button', { name: 'Use ben@gmail.com' })
    await page.goto('/contact')
    await fillIn(page, { email: 'ben@gmial.com', message: 'Asked about' })
    await send(page)
    await expect(page.getByText('Did you mean gmail.com?')).toBeInViewport()
    await expect(meant).toBeVisible()
    await expect(page.getByLabel('Message')).toHaveValue('Asked about')
    await page.getByLabel('Email').press('Enter')
    await expect(outcome(page)).toBeVisible()

    await fillIn(page, { email: 'ben@gmial.com', message: 'Asked about again' })
    await send(page)
    await meant.click()
    await expect(outcome(page)).toBeVisible()
  },
)

test('a second press while the message is on its way sends nothing more', { tag: '@long' }, async ({ page }) => {
  await page.goto('/contact')
  await fillIn(page, { message: 'Sent once' })
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await pressTwice(page.getByRole('button', { name: 'Send Message' }))
  await expect(outcome(page)).toBeFocused()
  expect(posts).toHaveLength(1)
})

withScripts('a message that is too long to be accepted is there again after Back', { tag: '@long' }, async (page) => {
  await page.goto('/contact')
  const message = 'x'.repeat(300_000)
  await fillIn(page, { message })
  await send(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This form is too long.')
  await page.goBack()
  await expect(page.getByLabel('Message')).toHaveValue(message)
})

test('the form reports that it is offline, and preserves the input', async ({ page, context }) => {
  await page.goto('/contact')
  await fillIn(page, { message: 'Offline' })
  await context.setOffline(true)
  await send(page)
  await expect(page.getByRole('alert')).toContainText(contactPage.write.offline(clinic))
  await expect(page.getByLabel('Message')).toHaveValue('Offline')
})
