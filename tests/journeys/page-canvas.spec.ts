import type { Page } from '@playwright/test'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { admin } from '#content/pages/admin.ts'
import { editorWords } from '#content/pages/admin-editor.ts'
import { pagesWords as words } from '#app/routes/admin/pages/words.ts'
import { testOnItsOwnAdminSite } from '#tests/support/sites.ts'
import { fixed } from '#content/schemas/fields.ts'
import { signInAsAdminIn } from '#tests/support/admin.ts'
import { expectNoAxeFindings } from '#tests/support/axe.ts'
import { expect, watching, swipe, expectHydrated, usualWidths, usualColors } from '#tests/support/browser-site.ts'

const test = testOnItsOwnAdminSite().extend(watching)

const { city } = contentFacts(Date.now())

const edit = (label: string) => words.canvas.edit(label)
const booking = words.canvas.locked('Buttons · Booking · Text', fixed.button)

async function openEditor(page: Page, address = '/admin/pages/home', first = 'Lead') {
  await signInAsAdminIn(page)
  await page.goto(address)
  await expectHydrated(page)
  const canvas = page.frameLocator('.page-preview iframe')
  await expect(canvas.getByRole('button', { name: edit(first), exact: true })).toBeAttached()
  return canvas
}

for (const width of usualWidths)
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('a text is clicked, written where it stands, and published', async ({ page }) => {
      const canvas = await openEditor(page)
      await canvas.locator('h1 em').click()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(`at ${width} pixels`)
      const field = page.getByLabel('Headline, second part in italics')
      await expect(field).toHaveValue(`at ${width} pixels`)
      await expect(page.getByText(words.draft.changes(1))).toBeVisible()
      // Saving takes no caret away.
      const isSaved = page.waitForResponse((response) => /and(\+|%20)more/.test(response.request().postData() ?? ''))
      await page.keyboard.type(' and more')
      await expect(field).toHaveValue(`at ${width} pixels and more`)
      await isSaved

      await page.reload()
      await expect(field).toHaveValue(/and more$/)
      await expect(canvas.locator('h1')).toContainText(`at ${width} pixels and more`)
      await page.getByRole('button', { name: words.publish, exact: true }).click()
      await expect(page.getByText(words.published('Home page'))).toBeVisible()
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toContainText(`at ${width} pixels and more`)
    })

    test('a field leads to its place on the page, and what is typed shows there at once', async ({ page }) => {
      const canvas = await openEditor(page)
      await page.getByText('Before you come').click()
      const field = page.getByRole('group', { name: 'Teaser 3' }).getByLabel('Heading')
      // Without the answer of any save.
      await page.route('**/home.data*', (route) => route.abort())
      await field.fill('Here in {city}')
      await expect(canvas.getByText(`Here in ${city}`)).toBeInViewport()
      await expect(canvas.locator('.region-chosen')).toHaveAccessibleName(edit('Before you come · Teaser 3 · Heading'))
      await expect(field).toBeFocused()
      await page.unroute('**/home.data*')
    })

    test('Previous and Next lead from field to field, in the order of the page', { tag: '@long' }, async ({ page }) => {
      const canvas = await openEditor(page)
      const fields = page.locator('.page-fields')
      const heading = (name: string) => fields.getByRole('heading', { name, exact: true })
      await expect(heading('Home page')).toBeVisible()
      await expect(page.getByText(words.fields.begin)).toBeVisible()
      const next = page.getByRole('button', { name: words.fields.next })
      const previous = page.getByRole('button', { name: words.fields.previous })
      for (const button of [next, previous]) {
        const box = await button.boundingBox()
        expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(44)
      }
      await canvas.locator('h1 em').click()
      await expect(heading('Headline, second part in italics')).toBeInViewport()
      await next.click()
      await expect(heading('Lead')).toBeInViewport()
      await expect(page.getByLabel('Lead', { exact: true })).toBeFocused()
      await expect(canvas.locator('.region-chosen')).toHaveAccessibleName(edit('Lead'))
      await previous.click()
      await expect(page.getByLabel('Headline, second part in italics')).toBeFocused()

      await page.getByText('Before you come').click()
      await page.getByRole('group', { name: 'Teaser 3' }).getByLabel('Heading').focus()
      await expect(heading('Heading')).toBeInViewport()
      await expect(fields.getByText('Before you come · Teaser 3', { exact: true })).toBeInViewport()
      await next.click()
      await expect(canvas.locator('.region-chosen')).toBeInViewport()
    })
  })

const teaser = (count: number) => edit(`Before you come · Teaser ${count} · Heading`)
const act = (text: string, count: number) => words.list.named(text, `Teaser ${count}`)

for (const width of usualWidths)
  test.describe(`cards at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('are moved, removed and added on the page, and Undo brings them back', async ({ page }) => {
      const canvas = await openEditor(page)
      const headings = page.locator('input[name^="teasers.items."][name$=".heading"]')
      const listHeadings = () =>
        headings.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
      const [first, second, third] = await listHeadings()
      await canvas.getByRole('heading', { name: first! }).click()
      const down = canvas.getByRole('button', { name: act(words.list.down, 1), exact: true })
      await expect(down).toBeInViewport({ ratio: 1 })
      // Everything of the card can still be pressed.
      await canvas.getByRole('link', { name: 'About our team' }).click({ trial: true })
      const box = await down.boundingBox()
      expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(43.9)
      await expect(canvas.getByRole('button', { name: act(words.list.up, 1), exact: true })).toHaveCount(0)
      await down.click()
      await expect.poll(listHeadings).toEqual([second, first, third])
      // The moved card stays chosen, with its buttons.
      await expect(canvas.locator('.region-chosen')).toHaveAccessibleName(teaser(2))
      await expect(canvas.getByRole('button', { name: act(words.list.down, 2), exact: true })).toBeFocused()

      // By keyboard too.
      await page.keyboard.press('Enter')
      await expect.poll(listHeadings).toEqual([second, third, first])
      await expect(canvas.getByRole('button', { name: act(words.list.up, 3), exact: true })).toBeFocused()
      await canvas.getByRole('button', { name: act(words.list.remove, 3), exact: true }).click()
      await expect.poll(listHeadings).toEqual([second, third])
      await expect(canvas.getByRole('heading', { name: first! })).toHaveCount(0)
      const toast = page.getByRole('status').filter({ hasText: words.list.done.remove('Home page') })
      await toast.getByRole('button', { name: admin.undo }).click()
      await expect.poll(listHeadings).toEqual([second, third, first])

      await canvas.getByRole('heading', { name: second! }).click()
      await canvas.getByRole('button', { name: words.list.add('Teaser'), exact: true }).click()
      await expect(headings.nth(3)).toBeFocused()
      await expect.poll(listHeadings).toEqual([second, third, first, ''])
      await page.getByRole('status').getByRole('button', { name: admin.undo }).click()
      await expect.poll(listHeadings).toEqual([second, third, first])
    })
  })

test('below a field stands how much of it is used, wherever it is written', { tag: '@long' }, async ({ page }) => {
  const canvas = await openEditor(page)
  const field = page.getByLabel('Lead', { exact: true })
  const most = 240
  const count = (characters: number) => editorWords.characters(characters, most)
  await field.fill('Warm oil')
  await expect(field).toHaveAccessibleDescription(count(8))
  await canvas.getByRole('button', { name: edit('Lead'), exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type(' today')
  await expect(field).toHaveAccessibleDescription(count(14))
  await field.fill('x'.repeat(most + 1))
  await expect(page.getByText(count(most + 1))).toBeVisible()
})

test('by keyboard alone, a text is reached, written and left', async ({ page }) => {
  const canvas = await openEditor(page)
  await canvas.getByRole('button', { name: edit('Headline, second part in italics') }).focus()
  await page.keyboard.press('Tab')
  const region = canvas.getByRole('button', { name: edit('Lead') })
  await expect(region).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(canvas.getByRole('textbox', { name: 'Lead' })).toBeFocused()
  await page.keyboard.type(' By keys.')
  await expect(page.getByLabel('Lead')).toHaveValue(/By keys\.$/)
  await page.keyboard.press('Enter')
  await expect(region).toBeFocused()
  await expect(page.getByLabel('Lead')).toHaveValue(/By keys\.$/)
  // A text that names a fact is written in the form, where its name shows.
  await canvas.getByRole('button', { name: edit('Above the headline') }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Above the headline')).toBeFocused()
})

test('a fixed text says why it is fixed, and a picture leads to its field', { tag: '@long' }, async ({ page }) => {
  const canvas = await openEditor(page)
  await canvas.locator('main').getByText('Book Your Appointment').first().click()
  await expect(canvas.locator('.region-chosen')).toHaveAccessibleName(booking)
  await expect(canvas.getByText(fixed.button).first()).toBeVisible()
  await expect(page.getByText(fixed.button).first()).toBeInViewport()
  await expect(canvas.locator('[contenteditable]')).toHaveCount(0)

  const picture = canvas.locator('main img').first()
  await picture.click({ position: { x: 20, y: 20 } })
  const field = page.getByRole('group', { name: 'Photograph' }).first()
  await expect(field.getByRole('radio', { name: 'Petals' })).toBeFocused()
  await field.getByRole('radio', { name: 'Hills' }).check()
  await expect(picture).toHaveAttribute('src', /hills/)
  await expect(canvas.getByRole('button', { name: edit('Photograph'), exact: true })).toHaveClass(/region-chosen/)
})

test(
  'a text with formatting leads to its editor, and the editor to its place on the page',
  { tag: '@long' },
  async ({ page }) => {
    const canvas = await openEditor(page, '/admin/pages/about')
    const label = 'The people · Text'
    await canvas
      .getByRole('button', { name: edit(label), exact: true })
      .first()
      .focus()
    await page.keyboard.press('Enter')
    const group = page.getByRole('group').filter({ hasText: 'The people' })
    const editor = group.getByRole('textbox', { name: 'Text', exact: true })
    // Until it is loaded, it is a textarea of the same name, whose focus it takes over.
    await expect(editor).toHaveAttribute('contenteditable', 'true')
    await expect(editor).toBeFocused()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type(' Welcome.')
    await expect(canvas.getByText('Welcome.')).toBeVisible()
    await page.getByLabel('Lead', { exact: true }).focus()
    await editor.focus()
    await expect(canvas.locator('.region-chosen')).toHaveAccessibleName(edit(label))
  },
)

test('nothing on the page leads away, and texts are pasted plain', async ({ page }) => {
  const canvas = await openEditor(page)
  await canvas.getByRole('link', { name: 'See all services' }).click()
  await page.keyboard.press('ControlOrMeta+A')
  await canvas.getByText('See all services').evaluate((element) => {
    const data = new DataTransfer()
    data.setData('text/plain', 'Two\nlines')
    data.setData('text/html', '<b>Two</b><script>1</script>')
    const paste = { inputType: 'insertFromPaste', dataTransfer: data, bubbles: true, cancelable: true }
    element.dispatchEvent(new InputEvent('beforeinput', paste))
  })
  await expect(page.locator('[name="actions.services.text"]')).toHaveValue('Two lines')
  await canvas.getByRole('button', { name: 'Subscribe' }).click()
  await canvas
    .getByRole('link', { name: 'Contact', exact: true })
    .first()
    .evaluate((link) => (link as HTMLElement).click())
  await expect(canvas.getByText('Two lines')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/admin/pages/home')
})

test('of a service, its card is in view and is written on', { tag: '@long' }, async ({ page }) => {
  const canvas = await openEditor(page, '/admin/services/shirodhara', 'Name')
  await expect(canvas.getByRole('heading', { name: 'Shirodhara' })).toBeInViewport()
  await canvas.getByRole('heading', { name: 'Shirodhara' }).getByText('Shirodhara').click()
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Shirodhara!')
})

for (const colorScheme of usualColors)
  test.describe(`in ${colorScheme} colors`, () => {
    test.use({ colorScheme })

    test('the outlined page has no accessibility findings of its own', async ({ page }) => {
      const canvas = await openEditor(page)
      await canvas.getByRole('button', { name: teaser(2) }).focus()
      await page.keyboard.press('Enter')
      await expect(canvas.getByRole('button', { name: act(words.list.down, 2) })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(canvas.locator('.region-chosen')).toBeFocused()
      await expectNoAxeFindings(page.frames().find((one) => one.url().endsWith('/preview'))!)
    })
  })

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the fields are a sheet over the page, which is dragged, or put up and down by a button', async ({ page }) => {
    const canvas = await openEditor(page)
    const sheet = page.locator('.page-fields')
    const top = async () => Math.round((await sheet.boundingBox())!.y)
    const show = page.getByRole('button', { name: words.fields.show })
    const hide = page.getByRole('button', { name: words.fields.hide })
    // Only its heading.
    await expect(show).toBeInViewport({ ratio: 1 })
    await expect(show).toHaveAttribute('aria-expanded', 'false')
    const down = await top()

    await show.tap()
    await expect(hide).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByRole('button', { name: words.publish, exact: true })).toBeInViewport({ ratio: 1 })
    const half = await top()
    expect(half).toBeGreaterThan(250)
    expect(half).toBeLessThan(450)
    await swipe(page, half + 20, -320)
    expect(await top()).toBeLessThan(half - 200)
    await swipe(page, (await top()) + 20, 760)
    await expect(show).toBeVisible()
    expect(await top()).toBe(down)

    // A text that is tapped raises it, and stays in view above it.
    await canvas.getByText('Unhurried consultations').tap()
    await expect(hide).toBeVisible()
    await expect(canvas.getByRole('textbox', { name: 'Lead' })).toBeFocused()
    const text = await canvas.locator('.region-chosen').boundingBox()
    expect(text!.y).toBeGreaterThanOrEqual(0)
    expect(text!.y + text!.height).toBeLessThanOrEqual(await top())
    await expect(page.getByLabel('Lead', { exact: true })).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('Tapped.')
    for (let step = 0; step < 12; step++) {
      await page.getByRole('button', { name: words.fields.next }).tap()
      expect(await top()).toBe(half)
      await expectSeenInSheet(page)
    }
    await page.getByRole('button', { name: words.publish, exact: true }).tap()
    await expect(page.getByText(words.published('Home page'))).toBeVisible()
    expect(await (await page.request.get('/')).text()).toContain('Tapped.')
    // The notice covers no button.
    await page.getByRole('button', { name: words.fields.next }).tap({ trial: true })
  })

  test(
    'by keyboard, what has the focus is never behind the sheet, nor below it',
    { tag: '@long' },
    async ({ page }) => {
      const canvas = await openEditor(page)
      await page.getByRole('button', { name: words.fields.next }).focus()
      for (let step = 0; step < 12; step++) {
        await page.keyboard.press('Tab')
        await expectSeenInSheet(page)
      }
      await canvas.getByRole('button', { name: edit('Lead'), exact: true }).focus()
      for (let step = 0; step < 12; step++) {
        await page.keyboard.press('Tab')
        const region = await canvas.locator(':focus').boundingBox()
        expect(region!.y).toBeLessThan((await page.locator('.page-fields').boundingBox())!.y)
      }
    },
  )
})

/** The focused field, between what sticks above it and the bar below. */
async function expectSeenInSheet(page: Page) {
  const seen = await page.evaluate(() => {
    const { top, left, width } = document.activeElement!.getBoundingClientRect()
    const at = document.elementFromPoint(left + width / 2, top + 8)
    return at !== null && document.activeElement!.contains(at)
  })
  expect(seen).toBe(true)
}
