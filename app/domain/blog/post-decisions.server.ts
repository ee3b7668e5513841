import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Purges } from '#app/page-cache/purges.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import type { FeedReader } from '#app/integrations/feed-reader/feed-reader.server.ts'
import { latestCount, toSlug } from './blog-post.ts'
import { fingerprintClaims, parseClaims, toSentences } from './post-claims.server.ts'
import { getPostsReadAt } from './posts.server.ts'

type Feed = Pick<FeedReader, 'id'>
type FeedWithSource = Pick<FeedReader, 'id' | 'source'>

/** The latest posts, older ones with claims or hidden, then hidden ones that have left the feed. */
export async function listPostsToReview({ database: { db }, feed }: { database: Database; feed: Feed }) {
  const rows = await db
    .selectFrom('blogPosts')
    .leftJoin('postDecisions', 'postDecisions.address', 'blogPosts.url')
    .select(['url', 'blogPosts.title', 'publishedAt', 'position', 'claims', 'inFeed', 'hidden', 'keptClaims'])
    .where('feedId', '=', feed.id)
    .orderBy('position')
    .execute()
  const stored = rows.map(({ url: address, title, publishedAt, position, inFeed, ...row }) => {
    const latest = inFeed === 1 && position < latestCount
    return toPostToReview({ address, title, publishedAt: publishedAt ?? undefined, latest, ...row })
  })
  const gone = await listHiddenWithoutFeed(db)
  return [
    ...stored.filter((post) => post.latest || post.hidden || post.claims.length > 0),
    ...gone.map((post) => toPostToReview({ ...post, latest: false, claims: '[]' })),
  ]
}

type ReviewedRow = {
  address: string
  title: string
  publishedAt?: number
  /** Whether the blog page shows it. */
  latest: boolean
  claims: string
  hidden: number | null
  keptClaims: string | null
}

export type PostToReview = ReturnType<typeof toPostToReview>

/** `fingerprint`: of the claims. `approved`: the admin approved exactly these sentences. */
function toPostToReview({ hidden, keptClaims, ...post }: ReviewedRow) {
  const claims = parseClaims(post.claims)
  const fingerprint = fingerprintClaims(claims)
  const approved = claims.length > 0 && keptClaims === fingerprint
  return { ...post, claims, hidden: hidden === 1, approved, fingerprint }
}

/** Hidden posts that left the feed. Without this list, they could never be shown again. */
const listHiddenWithoutFeed = (db: Database['db']) =>
  db
    .selectFrom('postDecisions')
    .select(['address', 'title', 'hidden', 'keptClaims'])
    .where('hidden', '=', 1)
    .where('address', 'not in', db.selectFrom('blogPosts').select('url'))
    .orderBy('decidedAt', 'desc')
    .orderBy('address')
    .execute()

/** Visible posts with claims that the admin has not approved. `readAt`: when the feed was read. */
export async function listPostsWithClaims(deps: { database: Database; feed: Feed }) {
  const posts = await listPostsToReview(deps)
  const readAt = (await getPostsReadAt(deps)) ?? 0
  return posts
    .filter(({ hidden, approved: kept, claims }) => !hidden && !kept && claims.length > 0)
    .map(({ address, title, claims }) => ({ address, title, readAt, sentences: toSentences(claims).length }))
}

type Deps = {
  database: Database
  vault: Pick<Vault, 'makeKey' | 'cacheKey' | 'witness'>
  pages: Pick<Purges, 'purge'>
  feed: FeedWithSource
}

type Outcome<Reason> = { ok: true } | { ok: false; reason: Reason }

/** Hides a post from every page, even if the feed republishes it. */
export async function hidePost(
  deps: Deps,
  actor: Actor,
  { address, now }: { address: string; now: number },
): Promise<Outcome<'not-found'>> {
  const { database, feed } = deps
  return database.transaction(async (tx) => {
    const title = (await findStoredPost(tx, feed, address))?.title ?? (await findDecision(tx, address))?.title
    if (title === undefined) return { ok: false, reason: 'not-found' }
    let isNew = false
    for (const place of await findAddresses(tx, feed, address)) {
      if (await insertHidden(tx, { address: place, title, decidedAt: now })) isNew = true
    }
    if (isNew) await purgeAndRecord(deps, tx, actor, { act: 'post.hidden', address })
    return { ok: true }
  })
}

/** Undoes `hidePost`. */
export async function showPost(
  deps: Deps,
  actor: Actor,
  { address, now }: { address: string; now: number },
): Promise<Outcome<'not-found'>> {
  const { database, feed } = deps
  return database.transaction(async (tx) => {
    if (!(await findStoredPost(tx, feed, address)) && !(await findDecision(tx, address)))
      return { ok: false, reason: 'not-found' }
    const shown = await tx
      .updateTable('postDecisions')
      .set({ hidden: 0, decidedAt: now })
      .where('address', 'in', await findAddresses(tx, feed, address))
      .where('hidden', '=', 1)
      .returning('address')
      .execute()
    if (shown.length > 0) await purgeAndRecord(deps, tx, actor, { act: 'post.shown', address })
    return { ok: true }
  })
}

/** Approves the claims that `fingerprint` names. 'changed': the feed has brought other claims since. */
export async function approvePost(
  { database, vault, feed }: Omit<Deps, 'pages'>,
  actor: Actor,
  { address, fingerprint, now }: { address: string; fingerprint: string; now: number },
): Promise<Outcome<'not-found' | 'changed'>> {
  return database.transaction(async (tx) => {
    const post = await findStoredPost(tx, feed, address)
    if (!post) return { ok: false, reason: 'not-found' }
    if (fingerprintClaims(parseClaims(post.claims)) !== fingerprint) return { ok: false, reason: 'changed' }
    const decision = { title: post.title, keptClaims: fingerprint, decidedAt: now }
    const approved = await tx
      .insertInto('postDecisions')
      .values({ address, hidden: 0, ...decision })
      .onConflict((conflict) =>
        conflict
          .column('address')
          .doUpdateSet(decision)
          .where('postDecisions.keptClaims', 'is distinct from', fingerprint),
      )
      .returning('address')
      .executeTakeFirst()
    if (approved)
      await recordAct({ tx, vault }, actor, {
        act: 'post.kept',
        record: toAuditRecord(address),
        detail: 'claims were shown',
      })
    return { ok: true }
  })
}

/** Undefined if it was hidden already, so two presses make one audit entry. */
const insertHidden = (tx: Tx, { address, ...decision }: { address: string; title: string; decidedAt: number }) =>
  tx
    .insertInto('postDecisions')
    .values({ address, hidden: 1, keptClaims: null, ...decision })
    .onConflict((conflict) =>
      conflict
        .column('address')
        .doUpdateSet({ hidden: 1, ...decision })
        .where('postDecisions.hidden', '=', 0),
    )
    .returning('address')
    .executeTakeFirst()

async function purgeAndRecord(
  { vault, pages }: Pick<Deps, 'vault' | 'pages'>,
  tx: Tx,
  actor: Actor,
  { act, address }: { act: 'post.hidden' | 'post.shown'; address: string },
) {
  await pages.purge(tx, 'blog')
  await recordAct({ tx, vault }, actor, { act, record: toAuditRecord(address) })
}

const findStoredPost = (tx: Tx, feed: Feed, address: string) =>
  tx
    .selectFrom('blogPosts')
    .select(['title', 'claims'])
    .where('feedId', '=', feed.id)
    .where('url', '=', address)
    .executeTakeFirst()

/** A converter names the bundled posts by their full URL; the same post is also readable here by its path. */
async function findAddresses(tx: Tx, { source }: FeedWithSource, address: string) {
  const path = URL.parse(address)?.pathname
  return source && path && (await findStoredPost(tx, source, path)) ? [address, path] : [address]
}

const findDecision = (tx: Tx, address: string) =>
  tx.selectFrom('postDecisions').selectAll().where('address', '=', address).executeTakeFirst()

const toAuditRecord = (address: string): `post:${string}` => `post:${toSlug(address) || 'unnamed'}`
