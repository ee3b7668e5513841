import { entriesWords as words, pagesWords } from '#app/routes/admin/pages/words.ts'
import { postSchema } from '#content/schemas/post.ts'
import { testOnItsOwnAdminSite } from '#tests/support/sites.ts'
import { signInAsAdminIn } from '#tests/support/admin.ts'
import { expectNoAxeFindings } from '#tests/support/axe.ts'
import { expect, watching, expectHydrated } from '#tests/support/browser-site.ts'

const test = testOnItsOwnAdminSite().extend(watching)
const title = 'Slow soups'

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a post is written as Markdown and published', { tag: '@long' }, async ({ page }) => {
    await signInAsAdminIn(page)
    await page.goto('/admin/posts')
    await page.getByLabel(postSchema.list.asks.label).fill(title)
    await page.getByRole('button', { name: postSchema.list.add }).click()
    await page.getByLabel('Text', { exact: true }).fill('Soup first.\n\n## What to cook\n\n**Squash** with cumin.')
    await page.getByRole('button', { name: pagesWords.publish, exact: true }).click()
    await expect(page.getByText(pagesWords.published(title))).toBeVisible()
    await page.goto('/blog')
    await page.getByRole('link', { name: title, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('heading', { name: 'What to cook' })).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a post is written in the editor, seen in its preview and published', async ({ page }) => {
    await signInAsAdminIn(page)
    await page.goto('/admin/posts')
    await expectHydrated(page)
    await page.getByRole('button', { name: postSchema.list.add }).click()
    await expect(page.getByText(postSchema.list.asks.blank)).toBeVisible()
    await page.getByLabel(postSchema.list.asks.label).fill(title)
    await page.getByRole('button', { name: postSchema.list.add }).click()
    const editor = page.getByRole('textbox', { name: 'Text', exact: true })
    await page.getByRole('button', { name: pagesWords.fields.show }).click()
    await page.locator('#text-label').scrollIntoViewIfNeeded()
    await expect(editor).toHaveAttribute('contenteditable', 'true')
    await editor.click()
    await page.keyboard.type('Soup first, then the day.')
    await expect(page.getByText(pagesWords.draft.changes(2)).first()).toBeVisible()
    await expect(page.frameLocator('.page-preview iframe').getByText('Soup first, then the day.')).toBeVisible()
    await expectNoAxeFindings(page, { exclude: 'iframe' })
    await page.getByRole('button', { name: pagesWords.publish, exact: true }).click()
    await expect(page.getByText(pagesWords.published(title))).toBeVisible()
    await page.goto('/admin/posts')
    await expect(page.getByRole('row', { name: title })).toContainText(words.states.shown)
    await expectNoAxeFindings(page)
    await page.goto('/blog')
    await page.getByRole('link', { name: title, exact: true }).click()
    await expect(page.getByText('Soup first, then the day.')).toBeVisible()
    await expectNoAxeFindings(page)
  })
})
