import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMs } from '#tests/support/cpu-time.ts'
import { createSearchIndex, type SearchDocument, searchSite } from './search-index.ts'

const entry = (title: string, text = '', about: Partial<SearchDocument> = {}): SearchDocument => ({
  type: 'Page',
  title,
  url: `/${title.toLowerCase().replaceAll(' ', '-')}`,
  text,
  ...about,
})

const index = createSearchIndex([
  entry('Panchakarma', 'Oil, steam and dietary practices', { type: 'Service' }),
  entry('Shirodhara', 'A stream of warm oil over the forehead', { type: 'Service' }),
  entry('Ayurvedic Tea', '', { type: 'Product', note: 'Ask us.' }),
  entry('Contact', 'Phone, opening hours and parking'),
  entry('A first Panchakarma', 'What to expect', { type: 'Post' }),
  entry('Steam', 'Warm rooms'),
])

const titlesFor = (term: string) => searchSite(index, term).map(({ title }) => title)

describe('a search', () => {
  test('finds titles that contain the term in any case, the closest first', () => {
    expect(titlesFor('PANCHA')).toEqual(['Panchakarma', 'A first Panchakarma'])
    expect(titlesFor('tea')).toEqual(['Ayurvedic Tea', 'Steam'])
    expect(titlesFor('  steam ')).toEqual(['Steam', 'Panchakarma'])
    expect(titlesFor('urvedic t')).toEqual(['Ayurvedic Tea'])
  })

  test('finds what only the text says, after the titles', () => {
    expect(titlesFor('parking')).toEqual(['Contact'])
    expect(titlesFor('oil')).toEqual(expect.arrayContaining(['Panchakarma', 'Shirodhara']))
  })

  test('forgives a typing error', () => {
    expect(titlesFor('panchkarma')).toEqual(expect.arrayContaining(['Panchakarma']))
    expect(titlesFor('shirodara')).toEqual(['Shirodhara'])
    expect(titlesFor('parkng')).toEqual(['Contact'])
    expect(titlesFor('wram oyl forehaed')).toEqual(['Shirodhara'])
  })

  test('does not guess beside a sure result', () => {
    // 'Steam' is one letter away from the stream of oil.
    expect(titlesFor('steam')).not.toContain('Shirodhara')
  })

  test('asks for all words, or for any of them when nothing has all', () => {
    expect(titlesFor('warm oil')).toEqual(['Shirodhara'])
    expect(titlesFor('parking forehead')).toEqual(expect.arrayContaining(['Contact', 'Shirodhara']))
  })

  test('finds nothing for nothing and for nonsense', () => {
    for (const term of ['', '   ', 'zzzzzz', 'xyz', '???', 'the of and']) expect(titlesFor(term)).toEqual([])
  })

  test('tells type, address and note', () => {
    expect(searchSite(index, 'tea')[0]).toEqual({
      type: 'Product',
      title: 'Ayurvedic Tea',
      url: '/ayurvedic-tea',
      note: 'Ask us.',
    })
  })

  test('shows one result for one address and title', () => {
    const twice = createSearchIndex([
      entry('Panchakarma', '', { type: 'Service', url: '/services#panchakarma' }),
      entry('Panchakarma', 'steam', { type: 'Service', url: '/services#panchakarma' }),
      entry('Panchakarma', 'steam', { type: 'Post', url: '/blog/panchakarma' }),
    ])
    expect(searchSite(twice, 'panchakarma').map(({ url }) => url)).toEqual([
      '/services#panchakarma',
      '/blog/panchakarma',
    ])
    expect(searchSite(twice, 'steam')).toHaveLength(2)
  })

  test('never throws and stays quick, whatever is asked', () => {
    const odd = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 500 }),
      fc.constantFrom(
        '__proto__',
        'constructor',
        '(((',
        '[a-',
        '\\',
        '.*',
        '\ud800',
        '\0',
        '%00',
        '"; drop',
        '<script>',
        '🌿',
      ),
      fc.string({ minLength: 1, maxLength: 3 }).map((text) => text.repeat(20_000)),
      fc.array(fc.string({ maxLength: 8 }), { maxLength: 300 }).map((words) => words.join(' ')),
    )
    fc.assert(
      fc.property(odd, (term) => {
        expect(cpuMs(() => expect(searchSite(index, term).length).toBeLessThanOrEqual(50))).toBeLessThan(1_000)
      }),
    )
  })
})
