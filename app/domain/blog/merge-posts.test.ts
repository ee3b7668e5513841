import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergePosts } from './merge-posts.ts'

const dates = fc.array(fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }), { maxLength: 12 })
const toPosts = (of: string, at: (number | undefined)[]) =>
  at.map((publishedAt, index) => ({ name: `${of}${index}`, ...(publishedAt !== undefined && { publishedAt }) }))
const names = (posts: { name: string }[]) => posts.map(({ name }) => name)

describe('own posts among those of a feed', () => {
  it('stand by publication date', () => {
    const own = toPosts('own', [9, 5, 1])
    const feed = toPosts('feed', [8, 5, 3])
    expect(names(mergePosts(own, feed))).toEqual(['own0', 'feed0', 'own1', 'feed1', 'feed2', 'own2'])
  })

  it('keep the feed’s order, also where its dates are missing or mixed up', () => {
    expect(names(mergePosts(toPosts('own', [7]), toPosts('feed', [2, undefined, 9])))).toEqual([
      'own0',
      'feed0',
      'feed1',
      'feed2',
    ])
    expect(names(mergePosts(toPosts('own', [7]), toPosts('feed', [9, undefined, 2])))).toEqual([
      'feed0',
      'feed1',
      'own0',
      'feed2',
    ])
  })

  it('lose and reorder none of either', () => {
    fc.assert(
      fc.property(dates, dates, (ownDates, feedDates) => {
        const own = toPosts(
          'own',
          ownDates.toSorted((one, other) => (other ?? 0) - (one ?? 0)),
        )
        const feed = toPosts('feed', feedDates)
        const merged = names(mergePosts(own, feed))
        expect(merged.filter((name) => name.startsWith('feed'))).toEqual(names(feed))
        expect(merged.filter((name) => name.startsWith('own'))).toEqual(names(own))
      }),
    )
  })
})
