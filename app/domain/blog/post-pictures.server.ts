import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import type { Purges } from '#app/page-cache/purges.server.ts'
import type { FeedReader } from '#app/integrations/feed-reader/feed-reader.server.ts'
import type { Picture } from '#app/integrations/outside/fetch-picture.server.ts'
import type { StockPhotos, StockPhoto } from '#app/integrations/stock-photos/stock-photos.server.ts'
import { latestCount } from './blog-post.ts'
import type { PostRow } from './post-rows.server.ts'

export type PhotoSource = Pick<StockPhotos, 'imageOrigin' | 'service' | 'findPhoto' | 'noteUse'>

/** Marks a stock photo in picture_source, followed by JSON. Storing it limits the service to one call per post. */
const stockPrefix = 'stock:'
const photoSchema = z.object({
  url: z.url(),
  photographer: z.object({ name: z.string(), url: z.url() }).optional(),
})

type PictureRow = Pick<PostRow, 'url' | 'pictureSource'>
type Deps = { database: Database; pages: Pick<Purges, 'purge'>; feed: FeedReader; photos?: PhotoSource }

/** Copies the pictures of posts whose address is unchanged. */
export function copyKnownPictures(rows: PostRow[], old: PostRow[]): PostRow[] {
  const known = new Map(old.map((row) => [row.url, row]))
  return rows.map((row) => {
    const before = known.get(row.url)
    const isSame = before && (before.pictureSource === row.pictureSource || isStock(before))
    return isSame ? { ...row, pictureSource: before.pictureSource, pictureId: before.pictureId } : row
  })
}

export const needsPictures = (rows: PostRow[], photos: PhotoSource | undefined) =>
  rows.slice(0, latestCount).some((row) => row.inFeed === 1 && needsPicture(row, photos))

export async function deleteUnusedPictures(tx: Tx) {
  await tx
    .deleteFrom('blogPictures')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('blogPosts').select('slug').whereRef('blogPosts.pictureId', '=', 'blogPictures.id'))),
    )
    .execute()
}

/**
 * Gives each of the latest posts a picture: the feed's own, else a stock photo. A post without one shows a plate and is
 * retried after the next refresh. The job can be repeated at any time.
 */
export async function fetchPostPictures(deps: Deps): Promise<{ stored: number; failed: number }> {
  const tried = new Set<string>()
  const outcome = { stored: 0, failed: 0 }
  const findPhoto = stopAfterFailure(deps.photos)
  for (;;) {
    // Query again each time: the feed may have been refreshed meanwhile.
    const post = (await listPostsNeedingPicture(deps)).find(({ url }) => !tried.has(url))
    if (!post) return outcome
    tried.add(post.url)
    outcome[(await assignPicture(deps, findPhoto, post)) ? 'stored' : 'failed'] += 1
  }
}

export async function findStoredPicture(
  { database: { db } }: Pick<Deps, 'database'>,
  id: string,
): Promise<Picture | undefined> {
  if (!/^[0-9a-f]+$/.test(id)) return undefined
  return db.selectFrom('blogPictures').select(['mediaType', 'bytes']).where('id', '=', id).executeTakeFirst()
}

/** Undefined if the photo is not from the origin that pages allow. */
export function parseStockPhoto(source: string | null, photos: PhotoSource | undefined) {
  if (!photos || !source?.startsWith(stockPrefix)) return undefined
  try {
    const photo = photoSchema.parse(JSON.parse(source.slice(stockPrefix.length)))
    return new URL(photo.url).origin === photos.imageOrigin ? { ...photo, service: photos.service } : undefined
  } catch {
    // From a version that stored a copy of the picture.
    return undefined
  }
}

const isStock = (row: Pick<PostRow, 'pictureSource'>) => row.pictureSource?.startsWith(stockPrefix) ?? false

const needsPicture = (row: PictureRow & Pick<PostRow, 'pictureId'>, photos: PhotoSource | undefined) =>
  isStock(row)
    ? photos !== undefined && !parseStockPhoto(row.pictureSource, photos)
    : !row.pictureId && (photos !== undefined || row.pictureSource !== null)

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

/** After one failure, the service is not called again in this run. */
function stopAfterFailure(photos: PhotoSource | undefined) {
  let answers = photos !== undefined
  return async () => {
    const photo = answers ? await photos?.findPhoto() : undefined
    if (!photo) answers = false
    return photo
  }
}

/** True if the post has a picture now. */
async function assignPicture(deps: Deps, findPhoto: PhotoSource['findPhoto'], post: PictureRow) {
  const own = post.pictureSource && !isStock(post) ? await deps.feed.fetchPicture(post.pictureSource) : undefined
  if (own) await storePicture(deps, post, own)
  const photo = own ? undefined : await findPhoto()
  if (photo) await storePhoto(deps, post, photo)
  return Boolean(own ?? photo)
}

async function storePhoto(deps: Deps, post: PictureRow, photo: StockPhoto) {
  // First, as the service's rules require; a run that is cut short here uses another photo.
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
