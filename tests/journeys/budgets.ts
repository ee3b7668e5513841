import type { Page } from '@playwright/test'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

/** Size budgets, checked by the tests and measured by the benchmarks. A KB is 1,024 bytes, compressed with brotli. */
export const budgets = {
  /** Measured with neutral colors, so that a clinic's theme does not matter. */
  css: { pagesToRead: 14, dashboard: 14 },
  fonts: 80,
  scriptOfPageToRead: 2,
  /** Its frame and the page itself. */
  scriptOfPageToWorkOn: 115,
  /** What a page of the dashboard adds to the frame and Today. */
  ownScriptOfWorkPage: 15,
  ownScriptOfCalendar: 30,
  /** That of a page of the website; the one of its formatted texts is loaded later. */
  ownScriptOfPageEditor: 21,
  /** Of formatted texts: its script and styles, loaded only where one edits. */
  editor: 150,
  /** All bytes that the first view of the home page transfers to a phone. */
  home: 200,
}

const assets = fileURLToPath(new URL('../../build/client/assets/', import.meta.url))

const client = fileURLToPath(new URL('../../build/client', import.meta.url))

/** Bytes of a built file as they are sent; tiny ones are not compressed. */
export function sentBytes(pathname: string) {
  const compressed = `${client}${pathname}.br`
  return statSync(existsSync(compressed) ? compressed : client + pathname).size
}

/** Brotli bytes of the built styles: the most that one page to read carries, and one of the dashboard besides those. */
export function cssBytes() {
  const pages = listRoutes().map((route) => ({ id: route.id, css: stylesOf(route) }))
  const ofAllPages = pages.find(({ id }) => id === 'root')?.css ?? []
  const own = pages.map(({ css }) => css.filter((file) => !ofAllPages.includes(file)))
  const isOfDashboard = (css: string[]) => css.some((file) => file.startsWith('dashboard-'))
  const most = (styles: string[][]) => Math.max(...styles.map((css) => sum(css.map(compressed))))
  return {
    pagesToRead: most([ofAllPages]) + most(own.filter((css) => !isOfDashboard(css))),
    dashboard: most(own.filter(isOfDashboard)),
  }
}

type ListedRoute = { id: string; css: string[]; parent?: ListedRoute }

const stylesOf = ({ css, parent }: ListedRoute): string[] => [...new Set([...(parent ? stylesOf(parent) : []), ...css])]

/** The routes with their files, as browsers know them. */
function listRoutes() {
  const lists = globSync('manifest-*.js', { cwd: assets }).map((file) => readFileSync(assets + file, 'utf8'))
  const list = lists
    .join('')
    .replace(/^[^{]*/, '')
    .replace(/;\s*$/, '')
  const { routes } = JSON.parse(list) as { routes: Record<string, { id: string; parentId?: string; css: string[] }> }
  const toRoute = (id: string): ListedRoute => {
    const { css, parentId } = routes[id]!
    return { id, css: css.map((href) => basename(href)), ...(parentId && { parent: toRoute(parentId) }) }
  }
  return Object.keys(routes).map(toRoute)
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

const sizes = new Map<string, number>()

/** Pages share most of their files. */
function compressed(file: string) {
  const size = sizes.get(file) ?? brotliCompressSync(withForeignColors(readFileSync(assets + file, 'utf8'))).length
  sizes.set(file, size)
  return size
}

/**
 * Replaces each color with one whose digits do not repeat, the same in every run: a clinic's own colors would compress
 * differently, because repeated digits compress well.
 */
export function withForeignColors(css: string) {
  let seed = 20_261_122
  return css.replaceAll(/#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})(?=[\s;,})])/gi, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return `#${(seed >>> 8).toString(16).padStart(6, '0')}`
  })
}

/** Brotli bytes of every script that a page loads or contains inline. */
export async function scriptBytes(page: Page, path: string) {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname)
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  const inline = await page.locator('head script[type="module"]:not([src])').allTextContents()
  const loaded = [...scripts].reduce((bytes, script) => bytes + sentBytes(script), 0)
  return loaded + brotliCompressSync(inline.join('\n')).length
}
