import { services } from '#tests/support/catalogue.ts'
import { searchEntries } from '#content/search-entries.ts'
import { header } from '#content/site.ts'
import { expect, withScripts } from '#tests/support/browser-site.ts'
import { textsOf } from '#tests/support/pages.ts'

// Search terms come from the content, so that these tests work for any clinic.

const entry = searchEntries.find(({ note }) => note) ?? searchEntries[0]!
const service = services.toSorted((one, other) => longestWord(other.title).length - longestWord(one.title).length)[0]!

function longestWord(title: string) {
  return title.split(' ').toSorted((one, other) => other.length - one.length)[0]!
}

withScripts('the page shows a term without results as typed, but trimmed', { tag: '@long' }, async (page) => {
  await page.goto(`/search?q=${encodeURIComponent('  <b>zzyzx "qqq" & 🌿  ')}`)
  await expect(page.getByText('No results found for "<b>zzyzx "qqq" & 🌿"', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('<b>zzyzx "qqq" & 🌿')
})

withScripts('a title that contains the term comes first, with its type', { tag: '@long' }, async (page) => {
  await page.goto(`/search?q=${encodeURIComponent(entry.title.toUpperCase())}`)
  const first = page.getByRole('main').getByRole('listitem').first()
  for (const told of [entry.title, textsOf('search').types[entry.type], entry.note ?? ''])
    await expect(first).toContainText(told)

  // However many there are, none of them is folded.
  await page.goto('/search?q=a')
  for (const { title } of searchEntries.filter((each) => each.title.includes('a')))
    await expect(page.getByRole('main').getByRole('heading', { name: title, exact: true }).first()).toBeVisible()
})

withScripts('a term with a typo still finds the service', { tag: '@long' }, async (page) => {
  const word = longestWord(service.title)
  const slip = word.slice(0, word.length - 3) + word.slice(word.length - 2)
  await page.goto(`/search?q=${encodeURIComponent(slip)}`)
  await expect(page.getByRole('main').getByRole('link', { name: service.title }).first()).toBeVisible()
})

withScripts('a blank term shows the search box without results', { tag: '@long' }, async (page) => {
  for (const path of ['/search', '/search?q=', '/search?q=%20%20']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('searchbox')).toBeVisible()
    await expect(page.getByText('No results found')).toHaveCount(0)
  }
})

withScripts('neither search box sends a blank term', async (page) => {
  await page.goto('/search')
  for (const box of [
    page.getByRole('main').getByRole('searchbox'),
    page.locator('#site-search').getByRole('searchbox'),
  ]) {
    if (!(await box.isVisible())) await page.getByRole('button', { name: header.search.open }).first().click()
    await box.fill('   ')
    await box.press('Enter')
    // The browser's own validation blocks it, not only the script.
    expect(await box.evaluate((input: HTMLInputElement) => input.validity.valid || input.value.trim())).toBeFalsy()
    await expect(page).toHaveURL(/\/search$/)
    await box.fill(' tea ')
    expect(await box.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(true)
  }
})

withScripts('a term of any length or characters gets a 200', { tag: '@long' }, async (page) => {
  for (const term of ['%', '.*', '\\', "'; drop table jobs", '(((((', 'x'.repeat(8_000), '\u202eevil', 'né́', '%00']) {
    const response = await page.goto(`/search?q=${encodeURIComponent(term)}`)
    expect(response?.status(), term.slice(0, 20)).toBe(200)
  }
  expect((await page.goto('/search?q=%E0%A4%A&q=b&x[]=1'))?.status()).toBe(200)
})
