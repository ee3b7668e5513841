import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import type { Purges } from '#app/page-cache/purges.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { withoutNulls } from '#app/domain/shared/without-nulls.ts'
import type { FeedReader } from '#app/integrations/feed-reader/feed-reader.server.ts'
import { type BlogState, latestCount, type PostTeaser } from './blog-post.ts'
import {
  copyKnownPictures,
  needsPictures,
  parseStockPhoto,
  deleteUnusedPictures,
  type PhotoSource,
} from './post-pictures.server.ts'
import { appendEarlierPosts, createPostRows, type PostRow } from './post-rows.server.ts'

/** The feed whose posts are readable here, if there is one; it may be another than the one the blog page shows. */
export const getReadableFeed = (feed: FeedReader) => (feed.bundled ? feed : feed.source)

type FeedId = Pick<FeedReader, 'id'>

const staleAfterMs = 10 * 60_000
const retryAfterMs = 30_000
const deleteFeedsAfterMs = 30 * 24 * 60 * 60_000

/** One pending job per feed. */
export const readFeedKey = ({ id }: FeedId) => `read-feed:${id}`

/**
 * Reads the feed and replaces its posts in one transaction; on failure the old posts stay. Only jobs call it: no page
 * waits for a feed.
 */
export async function refreshPosts(
  deps: { database: Database; queue: Queue; pages: Pick<Purges, 'purge'>; feed: FeedReader; photos?: PhotoSource },
  now: number,
): Promise<{ ok: true; posts: number; changed: boolean } | { ok: false; reason: string }> {
  const { database, queue, pages, feed, photos } = deps
  const noteFailure = async (reason: string) => {
    await database.transaction((tx) => recordAttempt(tx, feed, { triedAt: now, failure: reason }))
    return { ok: false, reason } as const
  }
  const answer = await feed.readFeed()
  if (!answer.ok) return noteFailure(answer.reason)
  const found = await createPostRows(feed, answer.items)
  // Entries without one usable post are a failure, not an empty blog.
  if (answer.items.length > 0 && found.length === 0) return noteFailure('no-usable-posts')
  return database.transaction(async (tx) => {
    // First, because concurrent readers wait for the lock on this row.
    await recordAttempt(tx, feed, { triedAt: now, readAt: now, failure: null })
    const old = await tx.selectFrom('blogPosts').selectAll().where('feedId', '=', feed.id).orderBy('position').execute()
    const rows = appendEarlierPosts(feed, copyKnownPictures(found, old), old)
    const changed = !isDeepStrictEqual(rows, old)
    if (changed) {
      await replaceRows(tx, feed, rows)
      await pages.purge(tx, 'blog')
    }
    if (needsPictures(rows, photos)) {
      await queue.enqueue(tx, 'fetch-post-pictures', {}, { uniqueKey: `fetch-post-pictures:${feed.id}` })
    }
    await deleteOldFeeds(tx, feed, now)
    return { ok: true, posts: found.length, changed } as const
  })
}

/** Enqueues a refresh if the feed was never read, is stale, or failed a while ago. */
export async function requestRefresh(
  { database, queue, feed }: { database: Database; queue: Queue; feed: FeedId },
  now: number,
) {
  const state = await getFeedState(database, feed)
  const isFresh = state && now - (state.readAt ?? 0) <= staleAfterMs
  const wasJustTried = state && now - state.triedAt <= retryAfterMs
  if (isFresh || wasJustTried) return
  await database.transaction((tx) => queue.enqueue(tx, 'read-feed', {}, { uniqueKey: readFeedKey(feed) }))
}

/**
 * Call before a page shows posts: requests a refresh if one is due, and waits a moment for it only while no posts were
 * ever read.
 */
export async function preparePosts(
  deps: { database: Database; queue: Queue; feed: FeedId },
  now: number,
  { patienceMs = 1_000, everyMs = 75 } = {},
) {
  const deadline = performance.now() + patienceMs
  // Not awaited: a database that takes no writes can still show its posts, and the next page asks again.
  void requestRefresh(deps, now).catch(() => {})
  while (!(await getFeedState(deps.database, deps.feed))) {
    const left = deadline - performance.now()
    if (left <= 0) return
    await pause(Math.min(everyMs, left))
  }
}

type BlogDeps = { database: Database; feed: FeedReader; photos?: PhotoSource | undefined }

export async function getLatestPosts({ database, feed, photos }: BlogDeps): Promise<BlogState> {
  return ifRead({ database, feed }, async () => {
    const latest = selectTeasers(database, feed).where('position', '<', latestCount).where('inFeed', '=', 1)
    return { posts: (await latest.execute()).map((row) => toTeaser(row, photos)) }
  })
}

/** Current posts first, then those that left the feed. */
export const readFeedPosts = ({
  database,
  feed,
  photos,
}: {
  database: Database
  feed: FeedId
  photos?: PhotoSource | undefined
}) =>
  ifRead({ database, feed }, async () => ({
    posts: (await selectTeasers(database, feed).execute()).map((row) => toTeaser(row, photos)),
  }))

/** Their addresses; undefined while the feed was never read. */
export async function listPostUrls({ database, feed }: { database: Database; feed: FeedId }) {
  if ((await getPostsReadAt({ database, feed })) === undefined) return undefined
  const posts = await selectTeasers(database, feed).clearSelect().select('url').execute()
  return posts.map(({ url }) => url)
}

async function ifRead<Loaded>({ database, feed }: { database: Database; feed: FeedId }, read: () => Promise<Loaded>) {
  const state = await getFeedState(database, feed)
  if (!state) return { kind: 'cold' } as const
  if (state.readAt === null) return { kind: 'failed' } as const
  return { kind: 'loaded' as const, ...(await read()) }
}

/** Undefined for posts of other feeds. */
export async function findFeedPost(
  { database, feed, photos }: BlogDeps,
  slug: string,
): Promise<PostTeaser | undefined> {
  if (!feed.bundled || !/^[a-z0-9-]+$/.test(slug)) return undefined
  const row = await selectTeasers(database, feed).select('html').where('slug', '=', slug).executeTakeFirst()
  return row && toTeaser(row, photos)
}

/** Every visible post in the feed's order; `html` only for those readable here. */
export async function listPosts({ database, feed }: { database: Database; feed: FeedId }): Promise<PostTeaser[]> {
  const rows = await selectTeasers(database, feed).select('html').execute()
  return rows.map((row) => toTeaser(row))
}

export async function getPostsReadAt({ database, feed }: { database: Database; feed: FeedId }) {
  return (await getFeedState(database, feed))?.readAt ?? undefined
}

export async function getFeedHealth({ database, feed }: { database: Database; feed: FeedId }) {
  const state = await getFeedState(database, feed)
  return {
    failing: Boolean(state?.failure),
    ...(state?.failure && { reason: state.failure }),
    ...(state?.readAt && { readAt: state.readAt }),
  }
}

/** Changes whenever `listPosts` may return something else. */
export async function getPostsVersion({ database, feed }: { database: Database; feed: FeedId }) {
  const { readAt, decisions } = await database.db
    .selectFrom('postDecisions')
    .select(({ fn, selectFrom }) => [
      // A sum, because clocks differ between processes: the latest decision may not have the highest time.
      fn.sum<number | string | null>('decidedAt').as('decisions'),
      selectFrom('feeds').select('readAt').where('id', '=', feed.id).as('readAt'),
    ])
    .executeTakeFirstOrThrow()
  return `${readAt} ${decisions}`
}

const getFeedState = ({ db }: Database, feed: FeedId) =>
  db.selectFrom('feeds').select(['readAt', 'triedAt', 'failure']).where('id', '=', feed.id).executeTakeFirst()

async function recordAttempt(tx: Tx, feed: FeedId, news: { triedAt: number; readAt?: number; failure: string | null }) {
  await tx
    .insertInto('feeds')
    .values({ id: feed.id, readAt: null, ...news })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(news))
    .execute()
}

async function replaceRows(tx: Tx, feed: FeedId, rows: PostRow[]) {
  await tx.deleteFrom('blogPosts').where('feedId', '=', feed.id).execute()
  if (rows.length > 0) await tx.insertInto('blogPosts').values(rows).execute()
  await deleteUnusedPictures(tx)
}

/** Feeds that are no longer configured. */
async function deleteOldFeeds(tx: Tx, feed: FeedId, now: number) {
  await tx
    .deleteFrom('feeds')
    .where('id', '!=', feed.id)
    .where('triedAt', '<', now - deleteFeedsAfterMs)
    .execute()
}

const teaserColumns = [
  'position',
  'title',
  'url',
  'publishedAt',
  'excerpt',
  'pictureId',
  'pictureSource',
  'author',
  'words',
] as const

/** Hidden posts are left out. */
const selectTeasers = ({ db }: Database, feed: FeedId) =>
  db
    .selectFrom('blogPosts')
    .select(teaserColumns)
    .where('feedId', '=', feed.id)
    .where('url', 'not in', db.selectFrom('postDecisions').select('address').where('hidden', '=', 1))
    .orderBy('position')

const toTeaser = ({ pictureSource, ...row }: TeaserRow, photos?: PhotoSource): PostTeaser => ({
  ...withoutNulls(row),
  external: !row.url.startsWith('/'),
  photo: parseStockPhoto(pictureSource, photos),
})

type TeaserRow = Pick<PostRow, (typeof teaserColumns)[number]> & Partial<Pick<PostRow, 'html'>>

/** The titles of posts by their URL, for those of the URLs that lead to one. */
export async function findPostTitles(
  { database, feed, origin }: { database: Database; feed: FeedId; origin: string },
  urls: string[],
): Promise<Map<string, string>> {
  if (urls.length === 0) return new Map()
  const stored = new Map(urls.map((url) => [url.startsWith(`${origin}/`) ? url.slice(origin.length) : url, url]))
  const posts = await selectTeasers(database, feed)
    .where('url', 'in', [...stored.keys()])
    .execute()
  return new Map(posts.map(({ url, title }) => [stored.get(url) ?? url, title]))
}
