import { onTestFinished } from 'vitest'
import { type Answer, startHostedService } from './hosted-services.ts'
import { startSite } from './site.ts'
import { until } from './timing.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findPostOfBlog } from '#app/domain/blog/blog.server.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'

/** A running site that has tried to read this feed, and the main part of its blog page. */
export async function blogOfAFeed(answer: Answer, settings: (origin: string) => Record<string, string> = () => ({})) {
  const service = await startHostedService(answer)
  onTestFinished(() => service.close())
  const site = await startSite({ FEED_URL: `${service.origin}/feed.xml`, ...settings(service.origin) })
  onTestFinished(() => void site.stop())
  const page = async (path: string) => {
    const html = await (await fetch(site.url + path)).text()
    return html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  }
  const blog = await until(async () => {
    const html = await page('/blog')
    return html.includes('Loading blog posts...') ? undefined : html
  })
  return { service, site, page, blog }
}

/** A claim, and the post that contains it. */
export const claim = { words: 'fights inflammation', post: 'Golden milk', address: 'https://blog.example/golden-milk' }

const items = [
  {
    title: claim.post,
    link: claim.address,
    text: `A cup of golden milk ${claim.words} and prevents colds. It is warm.`,
  },
  { title: 'A quiet hour', link: 'https://blog.example/quiet-hour', text: 'Lie down and do nothing.' },
]

/** The FEED_URL of a feed with two posts; the first one contains claims. */
export function feedWithClaims() {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-feed-'))
  // Removed at exit, because all sites of a test file read it.
  process.once('exit', () => rmSync(folder, { recursive: true }))
  const file = join(folder, 'feed.xml')
  const posts = items.map(
    ({ title, link, text }) =>
      `<item><title>${title}</title><link>${link}</link><description>${text}</description></item>`,
  )
  writeFileSync(file, `<rss version="2.0"><channel><title>Blog</title>${posts.join('')}</channel></rss>`)
  return pathToFileURL(file).href
}

type Blog = Omit<Parameters<typeof findPostOfBlog>[0], 'content'>

/** A post of the feed that is readable here; undefined if there is none. */
export async function readPost(blog: Blog, slug: string) {
  const state = await findPostOfBlog({ ...blog, content: deliveredContent }, slug)
  return state.kind === 'loaded' ? state.found : undefined
}
