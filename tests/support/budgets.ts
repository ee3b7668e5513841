import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
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

/** The share of a budget for the code; the rest is for a clinic's content. */
export const leavesRoom = (budget: number) => budget * 0.95

const assets = fileURLToPath(new URL('../../build/client/assets/', import.meta.url))

const client = fileURLToPath(new URL('../../build/client', import.meta.url))

/** Bytes of a built file as they are sent; tiny ones are not compressed. */
export function sentBytes(pathname: string) {
  const compressed = `${client}${pathname}.br`
  return statSync(existsSync(compressed) ? compressed : client + pathname).size
}

/** Brotli bytes of the built styles: the most that one page to read carries, and all those of the dashboard alone. */
export function cssBytes() {
  const files = globSync('*.css', { cwd: assets })
  const dashboard = files.filter((file) => /^(dashboard|calendar|canvas|editor|today|pictures|page)-/.test(file))
  const ofAllPages = files.filter((file) => file.startsWith('root-'))
  const ofSomePages = files.filter((file) => !dashboard.includes(file) && !ofAllPages.includes(file))
  if (dashboard.length === 0 || ofAllPages.length !== 1 || ofSomePages.length === 0)
    throw new Error('the build lacks styles of content pages or of the dashboard')
  return {
    // No page has two of the others: what visitors come to do, or one service or product.
    pagesToRead: sum(ofAllPages.map(compressed)) + Math.max(...ofSomePages.map(compressed)),
    dashboard: sum(dashboard.map(compressed)),
  }
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

const compressed = (file: string) => brotliCompressSync(withForeignColors(readFileSync(assets + file, 'utf8'))).length

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
