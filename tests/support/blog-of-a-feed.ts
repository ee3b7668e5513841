import { onTestFinished } from 'vitest'
import { type Answer, startHostedService } from './hosted-services.ts'
import { startSite } from './site-process.ts'
import { until } from './until.ts'

/** A running site that has tried to read this feed, and what the blog page says in its main part. */
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
