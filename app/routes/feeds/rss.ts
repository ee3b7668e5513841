import { generateRssFeed } from 'feedsmith'
import { loadReadablePosts, offersFeed } from '#app/domain/blog/blog.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { answerDated } from '#app/http/dated-answer.server.ts'
import { tryLoad } from '#app/http/load.ts'
import type { Route } from './+types/rss.ts'

/** Only posts that are readable here; another feed has its own address. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  if (!offersFeed(services))
    return new Response('No feed here.', { status: 404, headers: { 'Content-Type': 'text/plain' } })
  const { publicOrigin: origin } = services.config
  const now = Date.now()
  const posts = await tryLoad(context, () => loadReadablePosts(services, origin, now))
  if (!posts) return serviceUnavailable()
  const clinic = services.clinic.facts(now)
  const page = services.content.read('blog', clinic)
  const xml = generateRssFeed({
    title: `${clinic.name}: ${page.title}`,
    link: `${origin}/blog`,
    description: page.seo.description,
    language: 'en-us',
    atom: { links: [{ href: `${origin}/feed.xml`, rel: 'self', type: 'application/rss+xml' }] },
    items: posts.map(({ title, url, publishedAt, excerpt, html = '' }) => ({
      title,
      link: `${origin}${url}`,
      guid: { value: `${origin}${url}`, isPermaLink: true },
      pubDate: publishedAt === undefined ? undefined : new Date(publishedAt),
      description: excerpt,
      content: { encoded: makeLinksAbsolute(html, origin) },
    })),
  })
  return answerDated(request, xml, {
    'Content-Type': 'application/rss+xml; charset=utf-8',
    'Cache-Control': 'public, max-age=300',
  })
}

/** A feed reader would take an empty feed as the deletion of every post. */
const serviceUnavailable = () =>
  new Response('The posts are loading. Please try again in a few seconds.', {
    status: 503,
    headers: { 'Content-Type': 'text/plain', 'Retry-After': '5', 'Cache-Control': 'no-store' },
  })

/** Feed readers need absolute links. In sanitized HTML only a tag can begin with '<a '. */
const makeLinksAbsolute = (html: string, origin: string) => html.replaceAll('<a href="/', `<a href="${origin}/`)
