import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

/** What people notice, held by the tests and measured by the benchmarks. A KB is 1,024 bytes, compressed with brotli. */
export const budgets = {
  /** Each is measured with colors that are nobody's, so another theme changes nothing. */
  css: { pagesToRead: 14, dashboard: 14 },
  fonts: 80,
  /** Cart, booking and sign-in among them, whose forms the one small script sends. */
  scriptOfContentPage: 5,
  scriptOfWorkPage: 115,
  /** Everything that the first view of the home page transfers to a phone. */
  home: 200,
}

/** How much of a budget the code may use by itself: the rest is left for what a clinic says and shows. */
export const leavesRoom = (budget: number) => budget * 0.95

const assets = fileURLToPath(new URL('../../build/client/assets/', import.meta.url))

/** Brotli bytes of the built styles, those of the dashboard apart. */
export function cssBytes() {
  const files = globSync('*.css', { cwd: assets })
  const dashboard = files.filter((file) => file.startsWith('admin'))
  const pagesToRead = files.filter((file) => !dashboard.includes(file))
  if (dashboard.length === 0 || pagesToRead.length === 0) throw new Error('the build has no styles of one of the two')
  return { pagesToRead: compressed(pagesToRead), dashboard: compressed(dashboard) }
}

const compressed = (files: string[]) =>
  files.reduce(
    (bytes, file) => bytes + brotliCompressSync(withForeignColors(readFileSync(assets + file, 'utf8'))).length,
    0,
  )

/**
 * Colors are a clinic's own, and compress as they happen to: repeated digits well, others hardly. So each of them becomes
 * another whose digits do not repeat, the same in every run.
 */
export function withForeignColors(css: string) {
  let seed = 20_261_122
  return css.replaceAll(/#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})(?=[\s;,})])/gi, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return `#${(seed >>> 8).toString(16).padStart(6, '0')}`
  })
}
