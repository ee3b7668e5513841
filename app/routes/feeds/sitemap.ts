import type { LoaderFunctionArgs } from 'react-router'
import { listPosts, preparePosts } from '#app/domain/blog/posts.server.ts'
import { servicesContext } from '#app/http/context.ts'

/** Pages worth finding. /insurance is the same page as /resources, and search engines are told of one address. */
const paths = [
  '/',
  '/services',
  '/products',
  '/about',
  '/contact',
  '/booking',
  '/resources',
  '/blog',
  '/privacy',
  '/accessibility',
]

export async function loader({ context }: LoaderFunctionArgs) {
  const services = context.get(servicesContext)
  await preparePosts(services, Date.now())
  const posts = (await listPosts(services)).filter(({ external }) => !external)
  const entries = [
    ...paths.map((path) => entry(services.config.publicOrigin, path)),
    ...posts.map(({ url, publishedAt }) => entry(services.config.publicOrigin, url, publishedAt)),
  ]
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`
  return new Response(xml, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}

/** Paths of ours hold no character that XML would have to escape. */
function entry(origin: string, path: string, changedAt?: number) {
  const changed = changedAt === undefined ? '' : `<lastmod>${new Date(changedAt).toISOString()}</lastmod>`
  return `<url><loc>${origin}${path}</loc>${changed}</url>`
}
