import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toExcerpt, truncate, toSlug } from './blog-post.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 400 })

describe('an excerpt', () => {
  test('is the first 150 characters and three dots', () => {
    expect(toExcerpt('x'.repeat(400))).toBe(`${'x'.repeat(150)}...`)
  })

  test('ends in dots even if the text is short or empty', () => {
    expect(toExcerpt('Short.')).toBe('Short....')
    expect(toExcerpt('')).toBe('...')
  })

  test('folds white space before it counts', () => {
    expect(toExcerpt(`  one\n\n two\u00a0three\t${'x'.repeat(200)}`)).toBe(`one two three ${'x'.repeat(136)}...`)
  })

  test('counts a character outside the basic plane as one', () => {
    expect(toExcerpt('🌿'.repeat(200))).toBe(`${'🌿'.repeat(150)}...`)
  })

  test('never splits a character and always ends in dots, whatever the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const excerpt = toExcerpt(text)
        expect(excerpt.endsWith('...')).toBe(true)
        expect(excerpt.isWellFormed()).toBe(true)
        expect([...excerpt].length).toBeLessThanOrEqual(153)
        expect(excerpt).not.toMatch(/\p{Cc}/u)
      }),
    )
  })
})

describe('a slug', () => {
  test.each([
    ['Eating with the season', 'eating-with-the-season'],
    ['What’s new? Café & tea!', 'what-s-new-cafe-tea'],
    ['../../etc/passwd', 'etc-passwd'],
    ['पञ्चकर्म', ''],
    ['', ''],
  ])('of %j is %j', (text, slug) => {
    expect(toSlug(text)).toBe(slug)
  })

  test('holds only letters, digits and hyphens between them', () => {
    fc.assert(fc.property(anyText, (text) => /^([a-z0-9]+(-[a-z0-9]+)*)?$/.test(toSlug(text))))
  })
})

test('a long title is cut at a whole character and says so', () => {
  expect(truncate('Short', 10)).toBe('Short')
  expect(truncate('🌿'.repeat(10), 10)).toBe('🌿'.repeat(10))
  expect(truncate('A title that is long', 8)).toBe('A title…')
  expect(truncate('🌿'.repeat(11), 10)).toBe(`${'🌿'.repeat(10)}…`)
})
