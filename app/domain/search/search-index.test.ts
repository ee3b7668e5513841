import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMs } from '#tests/support/timing.ts'
import { createSearchIndex, type SearchDocument, searchSite } from './search-index.ts'
import { toSpellings } from './search-words.ts'
import { createSnippet } from './snippet.ts'

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
  test('finds titles that contain the term in any case, best match first', () => {
    expect(titlesFor('PANCHA')).toEqual(['Panchakarma', 'A first Panchakarma'])
    expect(titlesFor('tea')).toEqual(['Ayurvedic Tea', 'Steam'])
    expect(titlesFor('  steam ')).toEqual(['Steam', 'Panchakarma'])
    expect(titlesFor('urvedic t')).toEqual(['Ayurvedic Tea'])
  })

  test('finds matches in the text after those in titles', () => {
    expect(titlesFor('parking')).toEqual(['Contact'])
    expect(titlesFor('oil')).toEqual(expect.arrayContaining(['Panchakarma', 'Shirodhara']))
  })

  test('tolerates a typing error', () => {
    expect(titlesFor('panchkarma')).toEqual(expect.arrayContaining(['Panchakarma']))
    expect(titlesFor('shirodara')).toEqual(['Shirodhara'])
    expect(titlesFor('parkng')).toEqual(['Contact'])
    expect(titlesFor('wram oyl forehaed')[0]).toBe('Shirodhara')
  })

  test('finds a word in singular or plural, in another spelling, or written as two', () => {
    const documents = [
      entry('Allergies', 'Food and season'),
      entry('Triphala powder/Tab/Cap', '', { type: 'Product' }),
      entry('A pot of khichdi', 'Rice and lentils', { type: 'Post' }),
      entry('Ashwagandha in milk', 'Before the night', { type: 'Post' }),
      entry('Skin Care', 'Oils'),
      entry('Panchakarma', 'Steam'),
    ]
    const kitchen = createSearchIndex(documents, toSpellings(['kitchari, khichdi, khichri']))
    const asked: Record<string, string[]> = {
      Allergies: ['allergy', 'allergies', 'alergy', 'ALLERGIES', 'alelrgies'],
      'Triphala powder/Tab/Cap': ['trifala', 'triphla', 'tripala', 'thriphala'],
      'A pot of khichdi': ['khichdi', 'kichdi', 'khichri', 'kitchari', 'pots of kichdi'],
      'Ashwagandha in milk': ['ashvagandha', 'ashwaganda', 'aswagandha', 'ahswagandha'],
      'Skin Care': ['skincare', 'skin-care', 'skni care', 'skincrae'],
      Panchakarma: ['pancha karma', 'panchkarma', 'pachakarma', 'punchakarma'],
    }
    const first = (term: string) => searchSite(kitchen, term)[0]?.title
    for (const [title, terms] of Object.entries(asked))
      expect(Object.fromEntries(terms.map((term) => [term, first(term)]))).toEqual(
        Object.fromEntries(terms.map((term) => [term, title])),
      )
  })

  test('ranks the right result among the first three for 95 of 100 misspellings', () => {
    const titles = [
      ...['General Consultation', 'Panchakarma', 'Abhyangam', 'Shirodhara', 'Nadi Pareeksha', 'Pain Management'],
      ...[
        'Weight Management',
        'Skin Care',
        'Allergies',
        'Gastritis',
        'Ayur Herb',
        'Ayur Skin Care',
        'Contact',
        'About',
      ],
      ...['Billing and insurance', 'Opening hours', 'What to bring', 'Telehealth', 'Privacy', 'Accessibility'],
    ]
    const site = createSearchIndex(titles.map((title) => entry(title)))
    const tries = titles.flatMap((title) => misspellings(title.toLowerCase()).map((term) => ({ title, term })))
    const missed = tries.filter(
      ({ title, term }) =>
        !searchSite(site, term)
          .slice(0, 3)
          .some((found) => found.title === title),
    )
    expect(tries.length).toBeGreaterThan(500)
    expect(missed.length).toBeLessThan(0.05 * tries.length)
  })

  test('finds a page by synonyms without showing them', () => {
    const services = createSearchIndex([
      entry('Gastritis', 'How you eat', { synonyms: 'stomach\nacid reflux' }),
      entry('Shirodhara', 'A stream of oil', { synonyms: 'sleep' }),
    ])
    for (const term of ['stomach', 'stomach ache', 'acid reflux', 'stomac', 'my stomachs'])
      expect(searchSite(services, term)).toEqual([
        { type: 'Page', title: 'Gastritis', url: '/gastritis', snippet: ['How you eat'] },
      ])
  })

  test('shows the words around the match', () => {
    const [found] = searchSite(index, 'parking')
    expect(found?.snippet).toEqual(['Phone, opening hours and ', 'parking', ''])
    const long = createSearchIndex([
      entry('Long', `${'Nothing here to see. '.repeat(40)}A warm stone floor. ${'And so on. '.repeat(40)}`),
    ])
    const text = searchSite(long, 'stones')[0]?.snippet ?? []
    expect(text[1]).toBe('stone')
    expect(text.join('')).toMatch(/^A warm stone floor\./)
    expect(text.join('').length).toBeLessThan(170)
    const whole = `${'So it fits. '.repeat(12)}Stones at last.1`
    expect([whole.length, createSnippet(whole, (word) => word === 'stones').join('')]).toEqual([160, whole])
  })

  test('adds no guesses to an exact result', () => {
    // 'Steam' is one letter away from the stream of oil.
    expect(titlesFor('steam')).not.toContain('Shirodhara')
  })

  test('finds entries with any of the words, and ranks those with most words first', () => {
    expect(titlesFor('warm oil')).toEqual(['Shirodhara', 'Steam', 'Panchakarma'])
    expect(titlesFor('parking forehead')).toEqual(expect.arrayContaining(['Contact', 'Shirodhara']))
  })

  test('finds nothing for a blank term or nonsense', () => {
    for (const term of ['', '   ', 'zzzzzz', 'xyz', '???', 'the of and']) expect(titlesFor(term)).toEqual([])
  })

  test('returns type, address and note', () => {
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

  test('never throws and stays fast for any term', () => {
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

/** A letter left out, doubled, changed, or in the place of its neighbor. */
function misspellings(word: string) {
  return [...word].flatMap((letter, at) => {
    const [before, after] = [word.slice(0, at), word.slice(at + 1)]
    if (at === 0 || letter === ' ') return []
    return [
      before + after,
      before + letter + letter + after,
      `${before}${letter === 'e' ? 'a' : 'e'}${after}`,
      `${before}${after.slice(0, 1)}${letter}${after.slice(1)}`,
    ].filter((misspelled) => misspelled !== word)
  })
}
