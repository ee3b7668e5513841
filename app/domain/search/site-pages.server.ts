import type { Database } from '#app/database/connection.server.ts'
import { listPostPaths } from '#app/domain/blog/blog.server.ts'
import { productPath } from '#app/domain/catalogue/product.ts'
import { listProducts } from '#app/domain/catalogue/products.ts'
import { servicePath } from '#app/domain/catalogue/service.ts'
import { listServices } from '#app/domain/catalogue/services.ts'
import type { ContentNow } from '#app/domain/content/content-now.server.ts'
import type { FeedReader } from '#app/integrations/feed-reader/feed-reader.server.ts'
import { publicPages } from '#app/public-pages.ts'

type Deps = { database: Database; feed: FeedReader; content: Pick<ContentNow, 'list' | 'template'> }

/** Pages that are in no menu and that a text may still link. */
const otherPages = ['/profile', '/login/forgot', '/feed.xml', '/sitemap.xml']

/**
 * Tells a link of this website that leads to a page from one that answers 404. While the blog was not read, or can't be,
 * any address of a post may be one.
 */
export async function readSitePages({ database, feed, content }: Deps): Promise<(path: string) => boolean> {
  const posts = await listPostPaths({ database, feed, content }).catch(() => undefined)
  const pages = new Set([
    ...publicPages.map(({ path }) => path),
    ...otherPages,
    ...listServices(content).map(servicePath),
    ...listProducts(content).map(productPath),
    ...(posts ?? []),
  ])
  return (typed) => {
    const path = typed.replace(/(?<=.)\/$/, '')
    // An unknown service is booked as a General Consultation.
    if (pages.has(path) || /^\/booking\/[\w-]+$/.test(path)) return true
    return posts === undefined && path.startsWith('/blog/')
  }
}
