import type { Database } from '#app/database/connection.server.ts'
import type { FeedReader } from '#app/integrations/feed-reader/feed-reader.server.ts'
import type { PostTeaser } from '#app/domain/blog/blog-post.ts'
import { listPostsOfBlog } from '#app/domain/blog/blog.server.ts'
import { getPostsVersion } from '#app/domain/blog/posts.server.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { type ContentNow, type DeliveredContent, deliveredContent } from '#app/domain/content/content-now.server.ts'
import type { Promises } from '#content/pages/page.ts'
import { createSearchIndex, type FoundResult, type SearchIndex, searchSite } from './search-index.ts'
import { toSpellings } from './search-words.ts'
import { createSiteDocuments } from './site-documents.server.ts'

/** Rebuilding the index costs more than rendering the results, so it is cached until its sources change. */
export type SearchCache = { entry?: { key: string; index: SearchIndex } }

export const createSearchCache = (): SearchCache => ({})

type SearchQuery = {
  term: string
  clinic: ClinicFacts
  promises?: Promises | undefined
  content?: (DeliveredContent & Partial<Pick<ContentNow, 'version'>>) | undefined
}

export async function searchStoredSite(
  {
    database,
    feed,
    search = createSearchCache(),
  }: { database: Database; feed: Pick<FeedReader, 'id'>; search?: SearchCache },
  { term, clinic, promises, content = deliveredContent }: SearchQuery,
): Promise<FoundResult[]> {
  if (!term.trim()) return []
  const version = await getPostsVersion({ database, feed })
  // The index contains facts of the clinic, but not what is open today.
  const key = JSON.stringify([feed.id, version, { ...clinic, today: '' }, promises, content.version?.()])
  if (search.entry?.key !== key) {
    const posts = await listPostsOfBlog({ database, feed, content })
    search.entry = { key, index: createSiteIndex(clinic, posts, promises, content) }
  }
  return searchSite(search.entry.index, term)
}

/** For when the stored posts can't be read. */
export const searchWithoutPosts = ({ term, clinic, promises, content }: SearchQuery) =>
  searchSite(createSiteIndex(clinic, [], promises, content), term)

function createSiteIndex(
  clinic: ClinicFacts,
  posts: PostTeaser[],
  promises: Promises | undefined,
  content: DeliveredContent = deliveredContent,
) {
  const { spellings } = content.read('search-words', clinic)
  return createSearchIndex(
    createSiteDocuments(clinic, posts, promises, content),
    toSpellings(spellings.map(({ words }) => words)),
  )
}
