import { createHash } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import type { Purges } from '#app/page-cache/purges.server.ts'
import { latestCount } from './blog-post.ts'
import type { BlogFeed, PhotoSource, Picture } from './blog-sources.ts'
import type { PostRow } from './post-rows.server.ts'

/**
 * Marks the address in picture_source as one that the stock-photo service gave:
 * one call a post, remembered with the post, even when the picture itself could not be fetched.
 */
const stockMark = 'stock:'

type Lacking = Pick<PostRow, 'url' | 'picture_source'>
type Means = { database: Database; pages: Pick<Purges, 'purge'>; feed: BlogFeed; photos?: PhotoSource }

/** Carries over what is known of the pictures of posts whose address is unchanged. */
export function keepPictures(rows: PostRow[], old: PostRow[]): PostRow[] {
  const known = new Map(old.map((row) => [row.url, row]))
  return rows.map((row) => {
    const before = known.get(row.url)
    const isSame = before && (before.picture_source === row.picture_source || isStock(before))
    return isSame ? { ...row, picture_source: before.picture_source, picture_id: before.picture_id } : row
  })
}

/** Whether a picture could still be found for one of the posts that are shown. */
export const lacksPictures = (rows: PostRow[], photos: PhotoSource | undefined) =>
  rows.slice(0, latestCount).some((row) => !row.picture_id && hasSource(row, photos))

/** Pictures that no post shows any more. */
export async function sweepPictures(tx: Tx) {
  await tx
    .deleteFrom('blog_pictures')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('blog_posts').select('slug').whereRef('blog_posts.picture_id', '=', 'blog_pictures.id'))),
    )
    .execute()
}

/**
 * Gives each post that is shown its picture: the feed's own, else a stock photo. What cannot be had is left
 * to the plates, and tried again after the next reading of the feed. For jobs: a run that is cut short can be
 * repeated at any time.
 */
export async function fetchPostPictures(means: Means): Promise<{ stored: number; failed: number }> {
  const tried = new Set<string>()
  const outcome = { stored: 0, failed: 0 }
  const stock = oncePerRun(means.photos)
  for (;;) {
    // Asked anew each time: meanwhile the feed may have been read again.
    const post = (await postsLacking(means)).find(({ url }) => !tried.has(url))
    if (!post) return outcome
    tried.add(post.url)
    const picture = await findPicture(means, stock, post)
    if (picture) await storePicture(means, post, picture)
    outcome[picture ? 'stored' : 'failed'] += 1
  }
}

/** A stored picture, to be served from our origin. */
export async function findStoredPicture(
  { database }: { database: Database },
  id: string,
): Promise<Picture | undefined> {
  if (!/^[0-9a-f]+$/.test(id)) return undefined
  const row = await database.db
    .selectFrom('blog_pictures')
    .select(['media_type', 'bytes'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { mediaType: row.media_type, bytes: row.bytes }
}

const isStock = (row: Lacking) => row.picture_source?.startsWith(stockMark) ?? false

const hasSource = (row: Lacking, photos: PhotoSource | undefined) =>
  photos !== undefined || (row.picture_source !== null && !isStock(row))

async function postsLacking({ database, feed, photos }: Means) {
  const shown = await database.db
    .selectFrom('blog_posts')
    .select(['url', 'picture_source', 'picture_id'])
    .where('feed_id', '=', feed.id)
    .where('position', '<', latestCount)
    .orderBy('position')
    .execute()
  return shown.filter((row) => !row.picture_id && hasSource(row, photos))
}

/** A service that just failed is left alone until the next run. */
function oncePerRun(photos: PhotoSource | undefined): PhotoSource {
  let answers = photos !== undefined
  return {
    async findPhoto() {
      const address = answers ? await photos?.findPhoto() : undefined
      if (!address) answers = false
      return address
    },
    fetchPicture: async (address) => photos?.fetchPicture(address),
  }
}

async function findPicture(means: Means, stock: PhotoSource, post: Lacking): Promise<Picture | undefined> {
  const source = post.picture_source
  if (source && isStock(post)) return stock.fetchPicture(source.slice(stockMark.length))
  const own = source ? await means.feed.fetchPicture(source) : undefined
  if (own) return own
  const address = await stock.findPhoto()
  if (!address) return undefined
  // Before the picture is fetched: a run that is cut short and repeated must not cost a second call.
  await means.database.transaction((tx) => updatePost(tx, means, post, { picture_source: `${stockMark}${address}` }))
  return stock.fetchPicture(address)
}

async function storePicture(means: Means, post: Lacking, { mediaType, bytes }: Picture) {
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  await means.database.transaction(async (tx) => {
    await tx
      .insertInto('blog_pictures')
      .values({ id, media_type: mediaType, bytes })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    await updatePost(tx, means, post, { picture_id: id })
    await means.pages.purge(tx, 'blog')
  })
}

const updatePost = (
  tx: Tx,
  { feed }: Means,
  { url }: Lacking,
  news: Partial<Pick<PostRow, 'picture_source' | 'picture_id'>>,
) => tx.updateTable('blog_posts').set(news).where('feed_id', '=', feed.id).where('url', '=', url).execute()
