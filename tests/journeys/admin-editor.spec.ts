import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { photos } from '#content/pictures.ts'
import { editorWords as words } from '#content/pages/admin-editor.ts'
import { pagesWords } from '#app/routes/admin/pages/words.ts'
import { testOnItsOwnAdminSite } from '#tests/support/sites.ts'
import { signInAsAdminIn } from '#tests/support/admin.ts'
import { expectFineInEveryLook } from '#tests/support/axe.ts'
import { expect, watching, expectHydrated } from '#tests/support/browser-site.ts'
import { budgets, sentBytes } from '#tests/journeys/budgets.ts'

const test = testOnItsOwnAdminSite().extend(watching)

const { city } = contentFacts(Date.now())
const address = '/admin/pages/about'
const field = 'ayurveda.paragraphs'
const stored = (page: Page) => page.locator(`textarea[name="${field}"]`)
const editor = (page: Page) => page.locator(`[role="textbox"][id="${field}"]`)
const tool = (page: Page, name: string) => page.locator('details[open]').getByRole('button', { name, exact: true })

async function openRecord(page: Page) {
  await signInAsAdminIn(page)
  await page.goto(address)
}

async function openEditor(page: Page) {
  await openRecord(page)
  await expectHydrated(page)
  await page.locator('summary', { hasText: 'What is Ayurveda?' }).click()
  await expect(editor(page)).toBeVisible()
}

/** ProseMirror hears of a changed selection with the next frame. */
async function press(page: Page, ...keys: string[]) {
  for (const key of keys) {
    await page.keyboard.press(key)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
  }
}

async function clear(page: Page) {
  await editor(page).focus()
  await press(page, 'Control+a', 'Delete')
  await expect(stored(page)).toHaveValue('')
}

const paste = (target: Locator, html: string, text = 'text') =>
  target.evaluate(
    (element, [ofHtml, ofText]) => {
      const clipboardData = new DataTransfer()
      if (ofHtml !== '') clipboardData.setData('text/html', ofHtml)
      clipboardData.setData('text/plain', ofText)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [html, text] as const,
  )

test('a picture is put into a text from a menu', { tag: '@long' }, async ({ page }) => {
  await openEditor(page)
  await clear(page)
  await page.keyboard.type('Warm oil.')
  const menu = page.locator('details[open]').getByRole('combobox', { name: words.insert }).first()
  await menu.selectOption({ label: photos.bowls.alt })
  await expect(editor(page)).toBeFocused()
  await expect(stored(page)).toHaveValue(`Warm oil.\n\n![${photos.bowls.alt}](bowls)`)
  await expect(menu).toHaveValue('')
})

test('the owner writes with formatting, and publishes it', async ({ page }) => {
  await openEditor(page)
  await clear(page)
  await page.keyboard.type('Warm ')
  await press(page, 'Control+b')
  await page.keyboard.type('oil')
  await press(page, 'Control+b')
  await page.keyboard.type(' in {city}, see times')
  await press(page, ...Array.from({ length: 5 }, () => 'Shift+ArrowLeft'), 'Control+k')
  await page.getByLabel(words.address.label).fill('javascript:alert(1)')
  await press(page, 'Enter')
  await expect(page.getByText(words.address.invalid)).toBeVisible()
  await page.getByLabel(words.address.label).fill('/booking')
  await press(page, 'Enter')
  await expect(editor(page)).toBeFocused()
  await expect(tool(page, words.link)).toHaveAttribute('aria-pressed', 'true')
  await press(page, 'End', 'Enter')
  await tool(page, words.list).click()
  await expect(tool(page, words.list)).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.type('One')
  await press(page, 'Enter')
  await page.keyboard.type('Two')
  await press(page, 'Enter', 'Enter')
  await tool(page, words.quote).click()
  await page.keyboard.type('2 * 3 is _six_')
  const text = 'Warm **oil** in {city}, see [times](/booking)\n\n- One\n- Two\n\n> 2 \\* 3 is \\_six\\_'
  await expect(stored(page)).toHaveValue(text)
  await expect(page.getByText(pagesWords.draft.changes(1))).toBeVisible()
  await page.getByRole('button', { name: pagesWords.publish, exact: true }).click()
  await expect(page.getByText(pagesWords.published('About'))).toBeVisible()
  const html = await (await page.request.get('/about')).text()
  expect(html).toContain(`Warm <strong>oil</strong> in ${city}, see <a href="/booking">times</a>`)
  expect(html).toMatch(/<ul[^>]*><li>One<\/li><li>Two<\/li><\/ul><blockquote>/)
})

test(
  'a text is stored as it was until it is changed, and again once that is undone',
  { tag: '@long' },
  async ({ page }) => {
    const text = '* __Bold__ and _italics_\n* two\n\n\nSetext\nlines'
    await openEditor(page)
    // As if it had been written without the editor.
    await stored(page).evaluate((element: HTMLTextAreaElement, value) => (element.value = value), text)
    await page.getByLabel('Lead').fill('Another lead.')
    await expect(page.getByText(pagesWords.autosave.saved(''))).toBeVisible()
    await expect(editor(page).locator('strong')).toHaveText('Bold')
    await expect(stored(page)).toHaveValue(text)
    await editor(page).focus()
    await press(page, 'Control+End')
    await page.keyboard.type('!')
    await expect(stored(page)).toHaveValue('- **Bold** and *italics*\n- two\n\nSetext lines!')
    await press(page, 'Control+z')
    await expect(stored(page)).toHaveValue(text)
    await press(page, 'Tab')
    await expect(editor(page)).not.toBeFocused()
  },
)

test('what is copied from Word and Google Docs comes in as our own elements', async ({ page }) => {
  await openEditor(page)
  await clear(page)
  await paste(editor(page), copied('word'))
  await expect(stored(page)).toHaveValue(
    [
      ...[
        'Before you come',
        'Eat **two hours** before, and read *slowly*. [How to prepare](https://hoover.example/prepare)',
      ],
      ...['- Loose clothes\n  - dark ones\n- A towel', 'Then:', '3. Rest\n4. Drink water'],
      ...['Monday | 9 am', 'Tuesday | Closed', '> A quiet hour.', 'Caption'],
    ].join('\n\n'),
  )
  await expect(page.getByText(words.droppedPictures(1))).toBeVisible()
  await clear(page)
  await paste(editor(page), copied('google-docs'))
  await expect(stored(page)).toHaveValue(
    [
      ...['A slow evening', '**Warm oil** and *a quiet room* in {city} 😀. [More](https://hoover.example/evening)'],
      ...['- Sesame\n  - warmed\n- Coconut', '1. **Rest**', 'שלום עולם', 'Vata | air'],
    ].join('\n\n'),
  )
})

const word = (body: string) => `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body>${body}</body></html>`

const withMore = [
  {
    // what Word’s tracked changes deleted
    html: word(
      '<p class=MsoNormal>Price <del cite="mailto:x" datetime="2026">40</del><ins cite="mailto:x">50</ins></p>',
    ),
    comes: 'Price 50',
    note: words.droppedTexts,
  },
  {
    // what was crossed out in Google Docs
    html: '<p><span>Price </span><span style="color:#00f;text-decoration:line-through">40</span><span>50</span></p>',
    comes: 'Price 50',
    note: words.droppedTexts,
  },
  {
    // a reviewer’s remark in Word
    html: word(
      `<p class=MsoNormal><a style='mso-comment-reference:MT_1'>Text</a><span class=MsoCommentReference><span
       style="mso-special-character:comment">&nbsp;<a class=msocomanchor href="#_msocom_1">[MT1]</a></span></span></p>
       <div style="mso-element:comment-list"><hr class=msocomoff><div style="mso-element:comment">
       <p class=MsoCommentText>private remark</p></div></div>`,
    ),
    comes: 'Text',
  },
  {
    // a reviewer’s remark in Google Docs
    html: `<p>Text<sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup></p>
      <div><p><a href="#cmnt_ref1" id="cmnt1">[a]</a><span>private remark</span></p></div>`,
    comes: 'Text',
  },
  {
    // a reviewer’s remark that only its class tells
    html: word('<p>Text</p><div id="_com_1" class=msocomtxt><p>private remark</p></div>'),
    comes: 'Text',
  },
  {
    // what a style sheet that came along crosses out or hides, but not in print or where it is shown again
    html: `<style>/* Docs */ .c1{text-decoration:line-through} .c2, .c3{display: none} @media print{.c4{display:none}}
      a:unknown(x){display:none} .c5{font-size:0}</style><p><span class="c1">40</span>50<span class="c3">secret</span>
      <span class="c4">now </span><span class="c5">secret<i style="font-size:1rem">here</i></span></p>`,
    comes: '50 now *here*',
    note: words.droppedTexts,
  },
  {
    // what nobody sees
    html: `<p>See <span style="visibility:hidden">secret</span><span style="font-size:0pt">secret</span><span
      style="DISPLAY: none">secret</span><span style="font-size:0.9em">here</span></p>`,
    comes: 'See here',
  },
  {
    // a link to http://, but not its text
    html: '<p>See <a href="http://example.com/x">here</a> and <a href="#there">there</a></p>',
    comes: 'See here and there',
    note: words.droppedLinks(1),
  },
]

test(
  'a paste leaves out deleted texts, remarks of reviewers and links to http://',
  { tag: '@long' },
  async ({ page }) => {
    await openEditor(page)
    for (const { html, comes, note } of withMore) {
      await clear(page)
      await paste(editor(page), html)
      await expect(stored(page)).toHaveValue(comes)
      if (note) await expect(page.getByText(note)).toBeVisible()
    }
  },
)

test('items that each come in a list of their own are one list', { tag: '@long' }, async ({ page }) => {
  await openEditor(page)
  const item = (text: string, level = 1) =>
    `<div class="ListContainerWrapper"><ul><li data-aria-level="${level}"><p>${text}&nbsp;</p></li></ul></div>`
  for (const [html, comes] of [
    ['<ul><li><p>One&nbsp;</p></li></ul><ul><li><p>Two&nbsp;</p></li></ul>', '- One\n- Two'],
    [
      '<ol><li>One</li></ol><ol start="2"><li>Two</li></ol><ol start="3"><li>Three</li></ol>',
      '1. One\n2. Two\n3. Three',
    ],
    [item('One') + item('Inner', 2) + item('Other', 2) + item('Two'), '- One\n  - Inner\n  - Other\n- Two'],
    ['<ul><li>One</li></ul><p>Then</p><ul><li>Two</li></ul>', '- One\n\nThen\n\n- Two'],
  ] as const) {
    await clear(page)
    await paste(editor(page), html)
    await expect(stored(page)).toHaveValue(comes)
  }
})

/** No file of HTML, which the formatter would tidy. */
const copied = (from: string) =>
  readFileSync(new URL(`../support/files/copied-from-${from}.txt`, import.meta.url), 'utf8')

test('a paste brings in no script, no foreign address and no picture, and none that is too much', async ({ page }) => {
  await openEditor(page)
  await clear(page)
  await paste(
    editor(page),
    `<style>p{color:red}</style><script>alert(1)</script><p title="a > b" onclick="alert(1)"onfocus='alert(1)' style="position:fixed">Kept
     <a href="javascript:alert(1)">one</a> <a href="//evil.example">two</a><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
     <img/src=x/onerror=alert(1) ONLOAD = alert(1)><!-- gone --></p><iframe src="https://evil.example"></iframe><svg><script>alert(1)</script></svg>`,
  )
  await expect(stored(page)).toHaveValue('Kept one two')
  await expect(page.getByText(words.droppedPictures(3))).toBeVisible()
  await paste(editor(page), '', 'x'.repeat(2_000_000))
  await expect(page.getByText(words.tooMuch)).toBeVisible()
  await paste(editor(page), `<p>${'word '.repeat(400_000)}</p>`)
  await expect(page.getByText(words.tooMuch)).toBeVisible()
  await expect(stored(page)).toHaveValue('Kept one two')
  // Much of what Word copies is not text.
  await press(page, 'Control+End')
  await paste(editor(page), `<!--${'x'.repeat(1_000_000)}--><p style="${'a:b;'.repeat(250_000)}"> and three</p>`)
  await expect(stored(page)).toHaveValue(/^Kept one two ?and three$/)
  await editor(page).evaluate((element) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['x'], 'photo.png', { type: 'image/png' }))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(page.getByText(words.pictureFile)).toBeVisible()
})

test('the editor has its label, its error and the focus of its link', async ({ page }) => {
  await openEditor(page)
  await clear(page)
  await page.locator('summary', { hasText: 'What is Ayurveda?' }).click()
  await page.getByLabel('Headline').fill('')
  await page.getByRole('button', { name: pagesWords.publish, exact: true }).click()
  const link = page.locator(`.summary a[href="#${field}"]`)
  await expect(editor(page)).toHaveAccessibleName('Text')
  await expect(editor(page)).toHaveAccessibleDescription(/Enter the text/)
  await expect(editor(page)).toHaveAttribute('aria-invalid', 'true')
  await link.click()
  await expect(editor(page)).toBeFocused()
  await press(page, 'Shift+Tab')
  await press(page, 'ArrowRight')
  await expect(tool(page, words.italic)).toBeFocused()
  await tool(page, words.link).click()
  await expectFineInEveryLook(page, { exclude: 'iframe' })
})

test('only where one edits, the editor is loaded, within its budget', async ({ page }) => {
  const files: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/\.(js|css)$/.test(pathname)) files.push(pathname)
  })
  await openRecord(page)
  await expectHydrated(page)
  const before = files.length
  expect(files.filter((file) => /\/editor-/.test(file))).toEqual([])
  await page.locator('summary', { hasText: 'What is Ayurveda?' }).click()
  await expect(editor(page)).toBeVisible()
  // Each page of the dashboard loads other pages, the search and the lock ahead after some seconds.
  const pages = await page.evaluate(() =>
    JSON.stringify((window as { __reactRouterManifest?: object }).__reactRouterManifest),
  )
  const isAhead = (file: string) => pages.includes(file) || /\/(palette|shortcuts-sheet|locked)-/.test(file)
  const own = files
    .slice(before)
    .filter((file) => !isAhead(file))
    .reduce((bytes, file) => bytes + sentBytes(file), 0)
  expect(own).toBeGreaterThan(30 * 1024)
  expect(own).toBeLessThanOrEqual(budgets.editor * 1024)
})

test('when the editor can’t be loaded, the text is written as Markdown', { tag: '@long' }, async ({ page }) => {
  await page.route(/\/assets\/editor-.*\.js/, (route) => route.abort())
  await openRecord(page)
  await expectHydrated(page)
  await page.locator('summary', { hasText: 'What is Ayurveda?' }).click()
  await stored(page).fill('Without the **editor**.')
  await expect(page.getByText(words.syntax).filter({ visible: true })).toBeVisible()
  await expect(page.getByText(pagesWords.autosave.saved(''))).toBeVisible()
  await expect(stored(page)).toHaveValue('Without the **editor**.')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the text is a textarea with a line about its syntax', { tag: '@long' }, async ({ page }) => {
    await openRecord(page)
    await page.locator('summary', { hasText: 'What is Ayurveda?' }).click()
    const text = page.locator('details[open]').getByLabel('Text')
    await expect(text).toHaveAccessibleDescription(words.syntax)
    await text.fill('Plain **Markdown**.')
    await page.getByRole('button', { name: pagesWords.publish, exact: true }).click()
    await expect(page.getByText(pagesWords.published('About'))).toBeVisible()
    expect(await (await page.request.get('/about')).text()).toContain('Plain <strong>Markdown</strong>.')
  })
})
