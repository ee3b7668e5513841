import { loadReadablePosts } from '#app/domain/blog/blog.server.ts'
import { productPath } from '#app/domain/catalogue/product.ts'
import { listProducts } from '#app/domain/catalogue/products.ts'
import { servicePath } from '#app/domain/catalogue/service.ts'
import { listServices } from '#app/domain/catalogue/services.ts'
import { servicesContext } from '#app/http/context.ts'
import { answerDated } from '#app/http/dated-answer.server.ts'
import { tryLoad } from '#app/http/load.ts'
import { isInSitemap, publicPages } from '#app/public-pages.ts'
import type { Route } from './+types/sitemap.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { publicOrigin } = services.config
  const posts = await tryLoad(context, () => loadReadablePosts(services, publicOrigin, Date.now()))
  const entries = [
    ...publicPages.filter(isInSitemap).map(({ path }) => toEntry(publicOrigin, path)),
    ...listServices(services.content)
      .filter(({ category }) => category)
      .map((service) => toEntry(publicOrigin, servicePath(service))),
    ...listProducts(services.content).map((product) => toEntry(publicOrigin, productPath(product))),
    ...(posts ?? []).map(({ url, publishedAt }) => toEntry(publicOrigin, url, publishedAt)),
  ]
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`
  return answerDated(request, xml, {
    'Content-Type': 'application/xml; charset=utf-8',
    // Never cache a sitemap without its posts.
    'Cache-Control': posts ? 'public, max-age=300' : 'no-store',
  })
}

/** Our paths need no XML escaping. */
function toEntry(origin: string, path: string, changedAt?: number) {
  const changed = changedAt === undefined ? '' : `<lastmod>${new Date(changedAt).toISOString()}</lastmod>`
  return `<url><loc>${origin}${path}</loc>${changed}</url>`
}
