import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What a content page carries in its `<style>`, as bytes that are ready, and how the CSP names it. */
export type InlineStyles = { bytes: Buffer; source: string }

const folder = fileURLToPath(new URL('../client', import.meta.url))
const known = new Map<string, InlineStyles>()

/** By the addresses of built stylesheets, '/assets/root-1a2b.css', in the order in which they apply. */
export function inlineStyles(addresses: string[]): InlineStyles {
  const name = addresses.join()
  const before = known.get(name)
  if (before) return before
  const bytes = Buffer.concat(addresses.map((address) => readFileSync(folder + address)))
  const styles = { bytes, source: `'sha256-${hash('sha256', bytes, 'base64')}'` }
  known.set(name, styles)
  return styles
}
