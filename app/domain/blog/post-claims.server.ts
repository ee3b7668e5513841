import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type ClaimHit, findClaims } from '#app/domain/claims/find-claims.ts'
import type { FeedItem } from './blog-sources.ts'
import { toParagraphs } from './post-html.server.ts'

/** A sentence of a post that reads as a disease claim. */
export type PostClaim = Pick<ClaimHit, keyof z.infer<typeof postClaim>>

const postClaim = z.object({
  sentence: z.string(),
  sentenceStart: z.literal(0),
  start: z.int(),
  end: z.int(),
  why: z.string(),
  source: z.string(),
  instead: z.string(),
})

/** More than anybody reads; a post with so many is hidden, not mended. */
const maxClaims = 20

/** The claims in everything that a feed says of a post, also in what is shown elsewhere only: a link leads there. */
export function findPostClaims({ title, summary = '', html }: FeedItem): PostClaim[] {
  const texts = [title, summary, html].map(toParagraphs)
  const claims = new Map<string, PostClaim>()
  for (const { sentence, sentenceStart, start, end, why, source, instead } of texts.flatMap(findClaims)) {
    const place = { sentenceStart: 0, start: start - sentenceStart, end: end - sentenceStart }
    // A summary often is the beginning of the text.
    claims.set(`${place.start} ${sentence}`, { sentence, ...place, why, source, instead })
  }
  return [...claims.values()].slice(0, maxClaims)
}

export const parseClaims = (json: string) => z.array(postClaim).parse(JSON.parse(json))

export const toSentences = (claims: PostClaim[]) => [...new Set(claims.map(({ sentence }) => sentence))]

/** What a decision to keep them holds for: the same sentences, whatever else of the post changes. */
export const fingerprintClaims = (claims: PostClaim[]) =>
  createHash('sha256')
    .update(JSON.stringify(toSentences(claims).toSorted()))
    .digest('hex')
