import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLinkAddress, isPictureSource } from './addresses.ts'
import type { Block, Inline, Span } from './document.ts'
import { toInline, toSpans } from './inline.ts'
import { normalizeBlocks } from './normalize-blocks.ts'
import { parseMarkdown } from './parse.ts'
import { toHtml } from './to-html.ts'
import { escapeText, toMarkdown } from './to-markdown.ts'
import { toText } from './to-text.ts'

const signs = [
  ...[
    'a',
    'Z',
    '1',
    'é',
    '😀',
    '“',
    'א',
    '\u202e',
    '\u00a0',
    '\u2028',
    '\ud800',
    '\0',
    '{city}',
    ' ',
    '  ',
    '\t',
    '\n',
  ],
  ...['*', '**', '_', '`', '~~~', '|', '\\', '#', '# ', '>', '> ', '- ', '-', '+', '1. ', '.', ')', '=', '---', '    '],
  ...['[', ']', '(', '](', '![', '!', '<', '&', '&amp;', '&#65;', '\n\n', '<script>', '<img src=x onerror=alert(1)>'],
  ...['[x](javascript:alert(1))', '<javascript:alert(1)>', '[x](//evil.example)', '![x](data:image/png;base64,AA)'],
  ...['[x](https://a.example/(b)?c=1&copy;)', '[x](/a"onclick="b)', '![x](petals)', '<https://a.example>', '](/x)'],
]
const anyText = fc
  .array(fc.oneof(fc.constantFrom(...signs), fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 25 })
  .map((parts) => parts.join(''))

const span = fc
  .record({
    kind: fc.constantFrom('text', 'text', 'text', 'break', 'picture'),
    text: fc.array(fc.constantFrom(...signs), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
    strong: fc.boolean(),
    emphasis: fc.boolean(),
    href: fc.constantFrom(undefined, undefined, '/x', 'https://a.example/b(c)?d=1&copy;', 'mailto:a@b.example'),
  })
  .map(({ text, ...rest }) => ({ ...rest, text, source: 'petals', alt: text }) as Span)
const inline: fc.Arbitrary<Inline[]> = fc.array(span, { maxLength: 5 }).map(toInline)

const { document } = fc.letrec<{ document: Block[]; block: Block }>((tie) => ({
  document: fc.array(tie('block'), { maxLength: 4 }),
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ kind: fc.constant('paragraph' as const), inline }),
    fc.record({ kind: fc.constant('heading' as const), level: fc.integer({ min: 1, max: 6 }), inline }),
    fc.record({ kind: fc.constant('quote' as const), blocks: tie('document') }),
    fc.record({ kind: fc.constant('list' as const), items: fc.array(tie('document'), { maxLength: 3 }) }),
    fc.record({
      kind: fc.constant('numbered-list' as const),
      start: fc.constantFrom(0, 1, 2, 999_999_999),
      items: fc.array(tie('document'), { maxLength: 3 }),
    }),
  ),
}))

test('any text is read and written again as the same text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const read = parseMarkdown(text)
      const written = toMarkdown(read)
      expect(toText(parseMarkdown(written))).toBe(toText(read))
      expect(toMarkdown(parseMarkdown(written))).toBe(written)
    }),
  )
})

test('what an editor makes is read again as it was made, but for italics that have no Markdown', () => {
  fc.assert(
    fc.property(document, (made) => {
      const plain = normalizeBlocks(withoutEmphasis(made))
      expect(parseMarkdown(toMarkdown(plain))).toEqual(plain)
      const formatted = normalizeBlocks(made)
      expect(toText(parseMarkdown(toMarkdown(formatted)))).toBe(toText(formatted))
      expect(toMarkdown(parseMarkdown(toMarkdown(formatted)))).toBe(toMarkdown(formatted))
    }),
  )
})

test('no text makes an element, an address or a handler that is not ours', () => {
  const attributes: Record<string, (value: string) => boolean> = {
    href: (value) => value.startsWith('https://site.example/') || isLinkAddress(value),
    src: (value) => value.startsWith('https://site.example/') || isPictureSource(value),
    alt: () => true,
    start: (value) => /^\d+$/.test(value),
  }
  const tag = /^<\/?(p|h[2-6]|ul|ol|li|blockquote|strong|em|a|br|img)((?: [a-z]+="[^"<>]*")*)(?: \/)?>$/
  fc.assert(
    fc.property(anyText, (text) => {
      const html = toHtml(parseMarkdown(text), 'https://site.example')
      for (const [found] of html.matchAll(/<[^>]*>?/g)) {
        expect(found).toMatch(tag)
        for (const [, name = '', value = ''] of (tag.exec(found)?.[2] ?? '').matchAll(/([a-z]+)="([^"]*)"/g))
          expect(attributes[name]?.(value.replaceAll('&amp;', '&')), `${name}="${value}"`).toBe(true)
      }
    }),
  )
})

test('plain text put into Markdown is never formatting', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const read = parseMarkdown(`Before ${escapeText(text)} after`)
      expect(read).toMatchObject([{ kind: 'paragraph' }])
      expect(toMarkdown(read)).toBe(
        toMarkdown([{ kind: 'paragraph', inline: [{ kind: 'text', text: `Before ${text} after` }] }]),
      )
    }),
  )
})

const withoutEmphasis = (blocks: Block[]): Block[] =>
  blocks.map((block) => {
    if ('inline' in block)
      return { ...block, inline: toInline(toSpans(block.inline).map((one) => ({ ...one, emphasis: false }))) }
    if (block.kind === 'quote') return { ...block, blocks: withoutEmphasis(block.blocks) }
    return { ...block, items: block.items.map(withoutEmphasis) }
  })
