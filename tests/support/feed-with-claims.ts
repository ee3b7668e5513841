import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A claim, and what it stands in. */
export const claim = { words: 'fights inflammation', post: 'Golden milk', address: 'https://blog.example/golden-milk' }

const items = [
  {
    title: claim.post,
    link: claim.address,
    text: `A cup of golden milk ${claim.words} and prevents colds. It is warm.`,
  },
  { title: 'A quiet hour', link: 'https://blog.example/quiet-hour', text: 'Lie down and do nothing.' },
]

/** FEED_URL of a feed with two posts; the first one has a sentence with claims in it. */
export function feedWithClaims() {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-feed-'))
  // The sites of a whole file read it.
  process.once('exit', () => rmSync(folder, { recursive: true }))
  const file = join(folder, 'feed.xml')
  const posts = items.map(
    ({ title, link, text }) =>
      `<item><title>${title}</title><link>${link}</link><description>${text}</description></item>`,
  )
  writeFileSync(file, `<rss version="2.0"><channel><title>Blog</title>${posts.join('')}</channel></rss>`)
  return pathToFileURL(file).href
}
