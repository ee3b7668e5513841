import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The content of a page's `<style>`, and its source expression for the CSP. */
export type InlineStyles = { bytes: Buffer; source: string }

const folder = fileURLToPath(new URL('../client', import.meta.url))
const cache = new Map<string, InlineStyles>()

/** `paths`: of built stylesheets, '/assets/root-1a2b.css', in the order in which they apply. */
export function inlineStyles(paths: string[]): InlineStyles {
  const name = paths.join()
  const cached = cache.get(name)
  if (cached) return cached
  const bytes = Buffer.concat(paths.map((path) => readFileSync(folder + path)))
  const styles = { bytes, source: `'sha256-${hash('sha256', bytes, 'base64')}'` }
  cache.set(name, styles)
  return styles
}
