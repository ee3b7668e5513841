import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import { isLong } from './timing.ts'
import { expect, type Frame, type Page, test } from '@playwright/test'

/** Without its comments, half as long: each document gets it anew. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Rules about colors: dark mode differs from light mode only in colors. */
const colorRules = ['color-contrast', 'link-in-text-block']

type Looking = { exclude?: string; onlyColors?: boolean }

/**
 * Checks the page in its current state. `exclude`: foreign content, such as the inside of a frame.
 * Axe is added to a document once and run there. Its own package for Playwright takes ten times as long, because it adds
 * axe for every run and opens another page for the summary.
 */
export async function expectNoAxeFindings(page: Page | Frame, { exclude, onlyColors = false }: Looking = {}) {
  // Loaded completely, with its frames.
  await page.waitForLoadState()
  for (const frame of framesOf(page, exclude !== undefined))
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(source)
  const findings = await page.evaluate(
    async ([runOnly, without]) => {
      const { axe: inPage } = globalThis as unknown as { axe: typeof axe }
      const context = without ? { include: [['html']], exclude: [[without]] } : document
      const { violations } = await inPage.run(context, { runOnly, resultTypes: ['violations'] })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    },
    [onlyColors ? { type: 'rule' as const, values: colorRules } : rules, exclude] as const,
  )
  expect(findings).toEqual([])
}

function framesOf(page: Page | Frame, isAlone: boolean) {
  if (!('mainFrame' in page)) return [page]
  return isAlone ? [page.mainFrame()] : page.frames()
}

/** The narrowest and the widest designed page; tests begin with the first one. */
const looks = [
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
] as const

/** `npm test` has each width once: a phone in light colors, a wide screen in dark ones. */
const usualLooks = looks.filter(({ width, colorScheme }) => isLong || (width === 390) === (colorScheme === 'light'))

/** The options with which a page is opened for `expectFineInEveryLook`. */
export const firstLook = {
  viewport: { width: 390, height: 900 },
  colorScheme: 'light',
  contextOptions: { reducedMotion: 'reduce' },
} as const

type Everywhere = Looking & {
  widths?: number[]
  /** Asks axe about the dark colors as well, which pages in a state of their own need only in `npm run test:long`. */
  inDark?: boolean
}

/** Axe finds no issues and nothing overflows, on a phone and a wide screen. */
export async function expectFineInEveryLook(
  page: Page,
  { exclude, widths = [390, 1440], inDark = isLong }: Everywhere = {},
) {
  await page.waitForLoadState()
  const frames = framesOf(page, exclude !== undefined)
  for (const frame of frames) await frame.evaluate(withoutTransitions)
  for (const { width, colorScheme } of usualLooks.filter((look) => widths.includes(look.width)))
    await test.step(`${width} px, ${colorScheme}`, async () => {
      const isDark = colorScheme === 'dark'
      await page.emulateMedia({ colorScheme: inDark ? colorScheme : firstLook.colorScheme })
      await page.setViewportSize({ ...firstLook.viewport, width })
      await page.evaluate(async () => {
        // At the scroll position of another width, the header may cover half of a link.
        scrollTo(0, 0)
        // A fallback font has other widths.
        await document.fonts.ready
      })
      for (const frame of frames) await frame.evaluate(untilPainted)
      if (!isDark || inDark)
        await expectNoAxeFindings(page, { ...(exclude !== undefined && { exclude }), onlyColors: isDark })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    })
  await page.emulateMedia({ colorScheme: firstLook.colorScheme })
  await page.setViewportSize(firstLook.viewport)
}

/** The inside of a frame may get its other colors and its other width only when it is painted again. */
const untilPainted = () =>
  new Promise<void>((resolve) => void requestAnimationFrame(() => requestAnimationFrame(() => resolve())))

/** Buttons fade between light and dark colors, and axe must not check them halfway. */
function withoutTransitions() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, *::before, *::after { transition-property: none !important }')
  document.adoptedStyleSheets = [sheet]
}
