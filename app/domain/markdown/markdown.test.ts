import { describe, expect, test } from 'vitest'
import type { Inline } from './document.ts'
import { findProblems } from './find-problems.ts'
import { parseMarkdown } from './parse.ts'
import { toHtml } from './to-html.ts'
import { toMarkdown } from './to-markdown.ts'
import { toText } from './to-text.ts'

const html = (text: string) => toHtml(parseMarkdown(text), 'https://site.example')

test.each([
  [
    '**bold**, *italics* and ***both***',
    '<p><strong>bold</strong>, <em>italics</em> and <em><strong>both</strong></em></p>',
  ],
  ['One\\\ntwo\nthree', '<p>One<br />two three</p>'],
  [
    '[Book](/booking) or <tel:+12055550142>',
    '<p><a href="https://site.example/booking">Book</a> or <a href="tel:+12055550142">tel:+12055550142</a></p>',
  ],
  ['- a\n- b\n  1. c', '<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>'],
  ['3. a\n\n   b', '<ol start="3"><li><p>a</p><p>b</p></li></ol>'],
  [
    '> a\n\n![Dried petals](/pictures/petals.jpg)',
    '<blockquote><p>a</p></blockquote><p><img src="https://site.example/pictures/petals.jpg" alt="Dried petals" /></p>',
  ],
  ['[**nested [links](/a)**](/b)', '<p>[<strong>nested <a href="https://site.example/a">links</a></strong>](/b)</p>'],
])('reads %j', (text, expected) => {
  expect(html(text)).toBe(expected)
})

test.each([
  '<b onclick="x">HTML</b>',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](http://plain.example)',
  '[a](//other.example)',
  '[a](https://user:secret@other.example)',
  '[a](services)',
  '![a](data:image/png;base64,AA)',
  '![a](https://other.example/a.png)',
  '`code`',
  '---',
  '[a]: /b',
])('leaves %j as the text that it is', (text) => {
  expect(toText(parseMarkdown(text))).toBe(text)
  expect(html(text)).not.toMatch(/<(?!\/?p>)/)
})

test('headings keep their order below the one above them, and skip no rank', () => {
  expect(html('# A\n\n### B\n\n## C\n\n###### D')).toBe('<h2>A</h2><h3>B</h3><h3>C</h3><h4>D</h4>')
  expect(html('### A\n\n# B')).toBe('<h2>A</h2><h2>B</h2>')
})

test('as text, lists and quotes have signs, and links their addresses', () => {
  const blocks = parseMarkdown('# Warm oil\n\nSee [our services](/services).\n\n- a\n- b\n  - c\n\n> d\n> e')
  expect(toText(blocks, 'https://site.example')).toBe(
    'Warm oil\n\nSee our services (https://site.example/services).\n\n- a\n- b\n  - c\n\n> d e',
  )
  expect(toText(blocks)).toContain('See our services.')
})

test.each([
  ['a*b*c', 'a*b*c'],
  ['a **b** c', 'a __b__ c'],
  ['2 \\* 3 \\_ \\[a\\]', '2 * 3 _ [a]'],
  ['1986\\. A year', '1986\\. A year'],
  ['snake_case & R&D, 5 < 6', 'snake_case & R&D, 5 < 6'],
  ['- a\n\n* b', '* a\n\n- b'],
])('writes %j', (expected, text) => {
  expect(toMarkdown(parseMarkdown(text))).toBe(expected)
})

test('code points that are no characters are left out, since Markdown cannot write them beside bold text', () => {
  const bold: Inline = { kind: 'strong', inline: [{ kind: 'picture', source: 'petals', alt: '' }] }
  const inline: Inline[] = [{ kind: 'text', text: 'a\u{8fffe}\ufdd0' }, bold]
  const written = toMarkdown([{ kind: 'paragraph', inline }])
  expect(written).toBe('&#97;**![](petals)**')
  expect(toMarkdown(parseMarkdown(written))).toBe(written)
})

describe('however long or deep', () => {
  const long = (part: string) => part.repeat(2_000_000 / part.length)

  test.each(['*a **', '> ', '[a](', '<', '😀', 'א\u202e'])(
    'two megabytes of %j are read',
    (part) => {
      expect(html(long(part))).toMatch(/^</)
    },
    60_000,
  )

  test('lists that are nested a thousand times keep every text', () => {
    const deep = Array.from({ length: 1000 }, (_, depth) => `${'  '.repeat(depth)}- item ${depth}`).join('\n')
    const read = parseMarkdown(deep)
    for (const number of [0, 7, 8, 500, 999])
      expect(toText(read).match(new RegExp(`item ${number}\\b`, 'g')), `${number}`).toHaveLength(1)
    expect(parseMarkdown(toMarkdown(read))).toEqual(read)
  })
})

describe('an editor is told', () => {
  const find = (text: string, headings = true) =>
    findProblems(text, { headings, isPicture: (source) => source !== 'lost' })

  test.each([
    ['[a](services)', [{ reason: 'link', address: 'services' }]],
    ['![a](https://b.example/c.png)', [{ reason: 'picture', address: 'https://b.example/c.png' }]],
    ['![a](lost)', [{ reason: 'picture', address: 'lost' }]],
    ['- ![ ](petals)', [{ reason: 'picture-without-alt', source: 'petals' }]],
    ['## A\n\n#### B', [{ reason: 'heading-rank', heading: 'B' }]],
    ['## A\n\n# B', [{ reason: 'heading-rank', heading: 'B' }]],
    ['## A\n\n### B\n\n## C\n\n[a](/b) ![c](petals) ![d](picture:7)', []],
  ])('of %j', (text, problems) => {
    expect(find(text)).toEqual(problems)
  })

  test('of headings where none belong', () => {
    expect(find('A\n=', false)).toEqual([{ reason: 'heading', heading: 'A' }])
  })
})
