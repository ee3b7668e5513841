import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { newsletter } from '#content/pages/newsletter.ts'
import { expect, test, withAndWithoutScripts, withScripts } from '../support/browser-site.ts'
import { pressTwice } from '#tests/support/browser-site.ts'

const clinic = contentFacts(Date.now())

const thanks = 'Thank you for subscribing to our newsletter!'

withAndWithoutScripts('a visitor subscribes to the newsletter', async (page) => {
  await page.goto('/')
  await page.getByLabel('Email').fill('Maya.Thomas@example.com')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByRole('status')).toHaveText(thanks)
  await expect(page.getByRole('status')).toBeInViewport()
  await expect(page.getByRole('status')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue('')
  await page.goto('/')
  await expect(page.getByText(thanks)).toHaveCount(0)
})

withScripts('a mistyped address gets an error next to its field, and is preserved', async (page) => {
  await page.goto('/')
  await page.getByLabel('Email').fill('maya@')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const field = page.getByLabel('Email')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveValue('maya@')
  await expect(field).toHaveAccessibleDescription(/Enter an email address in the form/)
  await expect(field).toBeInViewport()
  await expect(field).toBeFocused()
  await field.fill('maya@example.com')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByRole('status')).toHaveText(thanks)
})

test('a double click counts once', { tag: '@long' }, async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Email').fill('double@example.com')
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await pressTwice(page.getByRole('button', { name: 'Subscribe' }))
  await expect(page.getByRole('status')).toHaveText(thanks)
  await expect(page.getByRole('status')).toBeFocused()
  expect(posts).toHaveLength(1)
})

test(
  'the form reports that it is offline, preserves the input, and works again later',
  { tag: '@long' },
  async ({ page, context }) => {
    await page.goto('/')
    await page.getByLabel('Email').fill('offline@example.com')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.getByRole('alert')).toContainText(newsletter.offline(clinic))
    await expect(page.getByLabel('Email')).toHaveValue('offline@example.com')
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.getByRole('status')).toHaveText(thanks)
    await expect(page.getByRole('alert')).toHaveCount(0)
  },
)
