import axe from 'axe-core'
import { expect, type Page, test } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What colours alone can break: the night has other colours than the day, and nothing else. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']

type Looking = { exclude?: string; onlyColours?: boolean }

/**
 * Of the page as it stands there now. `exclude`: what is not ours, such as the inside of a foreign frame.
 * Axe is put into a document once and asked there: through its own package for Playwright each look takes ten times as
 * long, most of it for putting it in again and for a page of its own that sums up.
 */
export async function expectNoAxeFindings(page: Page, { exclude, onlyColours = false }: Looking = {}) {
  // Whole, with its frames.
  await page.waitForLoadState()
  for (const frame of exclude ? [page.mainFrame()] : page.frames())
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe.source)
  const findings = await page.evaluate(
    async ([runOnly, without]) => {
      const { axe: inPage } = globalThis as unknown as { axe: typeof axe }
      const context = without ? { include: [['html']], exclude: [[without]] } : document
      const { violations } = await inPage.run(context, { runOnly, resultTypes: ['violations'] })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    },
    [onlyColours ? { type: 'rule' as const, values: rulesOfColours } : rules, exclude] as const,
  )
  expect(findings).toEqual([])
}

/** The narrowest and the widest page that we draw, each by day and by night; the first one is where tests begin. */
const looks = [
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
] as const

/** How a page is opened that is looked at in every look. */
export const firstLook = {
  viewport: { width: looks[0].width, height: 900 },
  colorScheme: looks[0].colorScheme,
  contextOptions: { reducedMotion: 'reduce' },
} as const

/** Axe finds nothing and nothing stands out at the side, on a phone and on a desk, by day and by night. */
export async function expectFineInEveryLook(
  page: Page,
  { exclude, widths = [390, 1440] }: Looking & { widths?: number[] } = {},
) {
  await page.waitForLoadState()
  await page.evaluate(withoutTransitions)
  for (const { width, colorScheme } of looks.filter((look) => widths.includes(look.width)))
    await test.step(`${width} px, ${colorScheme}`, async () => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ ...firstLook.viewport, width })
      // Where a page of another width happens to stand, its head may cover half of a link.
      await page.evaluate(() => scrollTo(0, 0))
      // Letters of another font take another room.
      await page.evaluate(async () => void (await document.fonts.ready))
      const onlyColours = colorScheme === 'dark'
      await expectNoAxeFindings(page, exclude === undefined ? { onlyColours } : { exclude, onlyColours })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    })
  await page.emulateMedia({ colorScheme: firstLook.colorScheme })
  await page.setViewportSize(firstLook.viewport)
}

/** Buttons fade from the colours of the day to those of the night; in between nobody has to read them. */
function withoutTransitions() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, *::before, *::after { transition-property: none !important }')
  document.adoptedStyleSheets = [sheet]
}
