import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import type { Purges } from '#app/page-cache/purges.server.ts'
import { latestCount } from './blog-post.ts'
import type { BlogFeed, PhotoSource, Picture, StockPhoto } from './blog-sources.ts'
import type { PostRow } from './post-rows.server.ts'

/** In picture_source, before the photo that the stock-photo service gave, as JSON: one call a post, remembered with it. */
const stockPrefix = 'stock:'
const photoSchema = z.object({
  url: z.url(),
  photographer: z.object({ name: z.string(), url: z.url() }).optional(),
})

type PictureRow = Pick<PostRow, 'url' | 'pictureSource'>
type Deps = { database: Database; pages: Pick<Purges, 'purge'>; feed: BlogFeed; photos?: PhotoSource }

/** Carries over what is known of the pictures of posts whose address is unchanged. */
export function copyKnownPictures(rows: PostRow[], old: PostRow[]): PostRow[] {
  const known = new Map(old.map((row) => [row.url, row]))
  return rows.map((row) => {
    const before = known.get(row.url)
    const isSame = before && (before.pictureSource === row.pictureSource || isStock(before))
    return isSame ? { ...row, pictureSource: before.pictureSource, pictureId: before.pictureId } : row
  })
}

/** Whether a picture could still be found for one of the posts that are shown. */
export const needsPictures = (rows: PostRow[], photos: PhotoSource | undefined) =>
  rows.slice(0, latestCount).some((row) => row.inFeed === 1 && needsPicture(row, photos))

/** Pictures that no post shows any more. */
export async function deleteUnusedPictures(tx: Tx) {
  await tx
    .deleteFrom('blogPictures')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('blogPosts').select('slug').whereRef('blogPosts.pictureId', '=', 'blogPictures.id'))),
    )
    .execute()
}

/**
 * Gives each post that is shown its picture: the feed's own, else a stock photo. What cannot be had is left
 * to the plates, and tried again after the next reading of the feed. For jobs: a run that is cut short can be
 * repeated at any time.
 */
export async function fetchPostPictures(deps: Deps): Promise<{ stored: number; failed: number }> {
  const tried = new Set<string>()
  const outcome = { stored: 0, failed: 0 }
  const findPhoto = stopAfterFailure(deps.photos)
  for (;;) {
    // Asked anew each time: meanwhile the feed may have been read again.
    const post = (await listPostsNeedingPicture(deps)).find(({ url }) => !tried.has(url))
    if (!post) return outcome
    tried.add(post.url)
    outcome[(await assignPicture(deps, findPhoto, post)) ? 'stored' : 'failed'] += 1
  }
}

/** A stored picture, to be served from our origin. */
export async function findStoredPicture(
  { database }: { database: Database },
  id: string,
): Promise<Picture | undefined> {
  if (!/^[0-9a-f]+$/.test(id)) return undefined
  const row = await database.db
    .selectFrom('blogPictures')
    .select(['mediaType', 'bytes'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { mediaType: row.mediaType, bytes: row.bytes }
}

/** The stock photo that a post shows, as long as pages may show photos from where it is. */
export function parseStockPhoto(
  { pictureSource: source }: Pick<PostRow, 'pictureSource'>,
  photos: PhotoSource | undefined,
) {
  if (!photos || !source?.startsWith(stockPrefix)) return undefined
  try {
    const photo = photoSchema.parse(JSON.parse(source.slice(stockPrefix.length)))
    return new URL(photo.url).origin === photos.imageOrigin ? photo : undefined
  } catch {
    // Of a version that kept a copy of the picture itself.
    return undefined
  }
}

const isStock = (row: Pick<PostRow, 'pictureSource'>) => row.pictureSource?.startsWith(stockPrefix) ?? false

const needsPicture = (row: PictureRow & Pick<PostRow, 'pictureId'>, photos: PhotoSource | undefined) =>
  isStock(row) ? photos !== undefined && !parseStockPhoto(row, photos) : !row.pictureId && hasSource(row, photos)

const hasSource = (row: PictureRow, photos: PhotoSource | undefined) =>
  photos !== undefined || row.pictureSource !== null

async function listPostsNeedingPicture({ database, feed, photos }: Deps) {
  const shown = await database.db
    .selectFrom('blogPosts')
    .select(['url', 'pictureSource', 'pictureId'])
    .where('feedId', '=', feed.id)
    .where('position', '<', latestCount)
    .where('inFeed', '=', 1)
    .orderBy('position')
    .execute()
  return shown.filter((row) => needsPicture(row, photos))
}

/** A service that just failed is left alone until the next run. */
function stopAfterFailure(photos: PhotoSource | undefined) {
  let answers = photos !== undefined
  return async () => {
    const photo = answers ? await photos?.findPhoto() : undefined
    if (!photo) answers = false
    return photo
  }
}

/** The feed's own picture, else a stock photo; answers whether the post has one now. */
async function assignPicture(deps: Deps, findPhoto: PhotoSource['findPhoto'], post: PictureRow) {
  const own = post.pictureSource && !isStock(post) ? await deps.feed.fetchPicture(post.pictureSource) : undefined
  if (own) await storePicture(deps, post, own)
  const photo = own ? undefined : await findPhoto()
  if (photo) await storePhoto(deps, post, photo)
  return Boolean(own ?? photo)
}

async function storePhoto(deps: Deps, post: PictureRow, photo: StockPhoto) {
  // First, since the service's rules want it: a run that is cut short in between uses another photo.
  await deps.photos?.noteUse(photo)
  const source = stockPrefix + JSON.stringify(photoSchema.parse(photo))
  await deps.database.transaction(async (tx) => {
    await updatePost(tx, deps, post, { pictureSource: source, pictureId: null })
    await deps.pages.purge(tx, 'blog')
  })
}

async function storePicture(deps: Deps, post: PictureRow, { mediaType, bytes }: Picture) {
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  await deps.database.transaction(async (tx) => {
    await tx
      .insertInto('blogPictures')
      .values({ id, mediaType, bytes })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    await updatePost(tx, deps, post, { pictureId: id })
    await deps.pages.purge(tx, 'blog')
  })
}

const updatePost = (
  tx: Tx,
  { feed }: Deps,
  { url }: PictureRow,
  news: Partial<Pick<PostRow, 'pictureSource' | 'pictureId'>>,
) => tx.updateTable('blogPosts').set(news).where('feedId', '=', feed.id).where('url', '=', url).execute()
