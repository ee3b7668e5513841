import type { Database } from '#app/database/connection.server.ts'
import type { BlogFeed } from '#app/domain/blog/blog-sources.ts'
import { listPosts, getPostsVersion } from '#app/domain/blog/posts.server.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { Promises } from '#content/pages/page.ts'
import { createSearchIndex, type SearchIndex, type SearchResult, searchSite } from './search-index.ts'
import { createSiteDocuments } from './site-documents.ts'

/** Keeps the index until something in it may have changed: making it costs more than the page that shows results. */
export type SearchCache = { kept?: { key: string; index: SearchIndex } }

export const createSearchCache = (): SearchCache => ({})

type SearchQuery = { term: string; clinic: ClinicFacts; promises?: Promises | undefined }

/** Looks through services, products, pages and the blog posts that are stored. */
export async function searchStoredSite(
  {
    database,
    feed,
    search = createSearchCache(),
  }: { database: Database; feed: Pick<BlogFeed, 'id'>; search?: SearchCache },
  { term, clinic, promises }: SearchQuery,
): Promise<SearchResult[]> {
  if (!term.trim()) return []
  const version = await getPostsVersion({ database, feed })
  // Facts of the clinic can be found as well; what is open today is no part of them.
  const key = JSON.stringify([feed.id, version, { ...clinic, today: '' }, promises])
  if (search.kept?.key !== key) {
    const posts = await listPosts({ database, feed })
    search.kept = { key, index: createSearchIndex(createSiteDocuments(clinic, posts, promises)) }
  }
  return searchSite(search.kept.index, term)
}

/** What can be found while the stored posts cannot be read. */
export const searchWithoutPosts = ({ term, clinic, promises }: SearchQuery) =>
  searchSite(createSearchIndex(createSiteDocuments(clinic, [], promises)), term)
