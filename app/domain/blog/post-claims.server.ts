import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type ClaimHit, findClaims } from '#app/domain/claims/find-claims.ts'
import type { FeedItem } from '#app/integrations/feed-reader/feed-entries.ts'
import { toParagraphs } from './post-html.server.ts'

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

/** A post with more claims than this is hidden, not edited. */
const maxClaims = 20

/** Checks also the parts that are shown only elsewhere, since our link leads there. */
export function findPostClaims({ title, summary = '', html }: FeedItem): PostClaim[] {
  const texts = [title, summary, html].map(toParagraphs)
  const claims = new Map<string, PostClaim>()
  for (const { sentence, sentenceStart, start, end, why, source, instead } of texts.flatMap(findClaims)) {
    const place = { sentenceStart: 0, start: start - sentenceStart, end: end - sentenceStart }
    // A summary often repeats the beginning of the text.
    claims.set(`${place.start} ${sentence}`, { sentence, ...place, why, source, instead })
  }
  return [...claims.values()].slice(0, maxClaims)
}

export const parseClaims = (json: string) => z.array(postClaim).parse(JSON.parse(json))

export const toSentences = (claims: PostClaim[]) => [...new Set(claims.map(({ sentence }) => sentence))]

/** An approval holds for exactly these sentences, whatever else of the post changes. */
export const fingerprintClaims = (claims: PostClaim[]) =>
  createHash('sha256')
    .update(JSON.stringify(toSentences(claims).toSorted()))
    .digest('hex')
