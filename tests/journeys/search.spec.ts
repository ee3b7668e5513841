import { searchPage } from '#content/pages/search.ts'
import { header } from '#content/site.ts'
import { expect, withAndWithoutScripts } from '../support/browser-site.ts'

// Terms of the five entries that the specification gives, so that these hold for any clinic's services.

withAndWithoutScripts('a term that nothing matches is shown as it was typed, trimmed', async (page) => {
  await page.goto(`/search?q=${encodeURIComponent('  <b>zzyzx "qqq" & 🌿  ')}`)
  await expect(page.getByText('No results found for "<b>zzyzx "qqq" & 🌿"', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('<b>zzyzx "qqq" & 🌿')
})

withAndWithoutScripts('a title that holds the term comes first, with its type', async (page) => {
  await page.goto('/search?q=TEA')
  const first = page.getByRole('main').getByRole('listitem').first()
  await expect(first).toContainText('Ayurvedic Tea')
  await expect(first).toContainText(searchPage.types.Product)
  await expect(first).toContainText('Not in the online shop at present. Ask us.')
})

withAndWithoutScripts('a slip of the pen still finds the service', async (page) => {
  await page.goto('/search?q=shirodara')
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /Shirodhara/ })
      .first(),
  ).toBeVisible()
})

withAndWithoutScripts('a blank term shows the box and no result text', async (page) => {
  for (const path of ['/search', '/search?q=', '/search?q=%20%20']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('searchbox')).toBeVisible()
    await expect(page.getByText('No results found')).toHaveCount(0)
  }
})

withAndWithoutScripts('a blank term is not sent from either box', async (page) => {
  await page.goto('/search')
  for (const box of [
    page.getByRole('main').getByRole('searchbox'),
    page.locator('#site-search').getByRole('searchbox'),
  ]) {
    if (!(await box.isVisible())) await page.getByRole('button', { name: header.search.open }).first().click()
    await box.fill('   ')
    await box.press('Enter')
    // Not the small script alone: the browser itself holds it back.
    expect(await box.evaluate((input: HTMLInputElement) => input.validity.valid || input.value.trim())).toBeFalsy()
    await expect(page).toHaveURL(/\/search$/)
    await box.fill(' tea ')
    expect(await box.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(true)
  }
})

withAndWithoutScripts('any length and any characters are safe', async (page) => {
  for (const term of ['%', '.*', '\\', "'; drop table jobs", '(((((', 'x'.repeat(8_000), '\u202eevil', 'né́', '%00']) {
    const response = await page.goto(`/search?q=${encodeURIComponent(term)}`)
    expect(response?.status(), term.slice(0, 20)).toBe(200)
  }
  expect((await page.goto('/search?q=%E0%A4%A&q=b&x[]=1'))?.status()).toBe(200)
})
